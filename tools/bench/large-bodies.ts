import { postFourLargeBodies } from '#test/large-body.ts'
import type { Shop } from './shop.ts'
import { type Ratio, sideBySide } from './side-by-side.ts'

const QUIET_REQUESTS = 20

/**
 * The longest time that another request takes, in milliseconds, while four bodies of 200 MB are
 * sent, and without them.
 */
export function benchLargeBodies(shop: Shop): Promise<Ratio> {
  const port = Number(new URL(shop.url('/')).port)
  const ask = async () => {
    const began = performance.now()
    await (await fetch(shop.url('/healthz'))).text()
    return performance.now() - began
  }
  return sideBySide('another request during four bodies of 200 MB (ms)', {
    ours: async () => {
      let isOver = false
      const sent = postFourLargeBodies(port, shop.cookie).finally(() => {
        isOver = true
      })
      let longest = 0
      do longest = Math.max(longest, await ask())
      while (!isOver)
      await sent
      return longest
    },
    bare: async () => {
      let longest = 0
      for (let n = 0; n < QUIET_REQUESTS; n++) longest = Math.max(longest, await ask())
      return longest
    },
  })
}
