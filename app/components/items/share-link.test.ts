import { expect, test } from 'vitest'
import { shareLink } from './share-link.ts'

const link = { title: 'Red coat', url: 'https://hemline.test/item/1' }

/** A browser, and what it was told to do. */
function browser({ share, copies = true }: { share?: () => Promise<void>; copies?: boolean }) {
  const calls: unknown[] = []
  const clipboard = {
    writeText: async (text: string) => {
      calls.push(text)
      if (!copies) throw new DOMException('', 'NotAllowedError')
    },
  }
  if (!share) return { calls, sharing: { clipboard } }
  const own = (data: unknown) => {
    calls.push(data)
    return share()
  }
  return { calls, sharing: { clipboard, share: own } }
}

const failing = (name: string) => () => Promise.reject(new DOMException('', name))

test('a link is shared with the browser’s menu, and not copied', async () => {
  for (const canShare of [undefined, () => true]) {
    const { calls, sharing } = browser({ share: async () => {} })
    const offer = canShare ? { ...sharing, canShare } : sharing
    expect(await shareLink(link, offer)).toBe('offered')
    expect(calls).toEqual([link])
  }
})

test('whoever closes the menu, or clicks while it is open, gets nothing else', async () => {
  for (const name of ['AbortError', 'InvalidStateError']) {
    const { calls, sharing } = browser({ share: failing(name) })
    expect(await shareLink(link, sharing)).toBe('offered')
    expect(calls).toEqual([link])
  }
})

test('without a menu, or when it cannot open, the address is copied', async () => {
  const none = browser({})
  expect(await shareLink(link, none.sharing)).toBe('copied')
  expect(none.calls).toEqual([link.url])

  const unable = browser({ share: async () => {} })
  expect(await shareLink(link, { ...unable.sharing, canShare: () => false })).toBe('copied')
  expect(unable.calls).toEqual([link.url])

  const forbidden = browser({ share: failing('NotAllowedError') })
  expect(await shareLink(link, forbidden.sharing)).toBe('copied')
  expect(forbidden.calls).toEqual([link, link.url])
})

test('a browser that neither shares nor copies says so', async () => {
  expect(await shareLink(link, {})).toBe('refused')
  expect(await shareLink(link, browser({ copies: false }).sharing)).toBe('refused')
})
