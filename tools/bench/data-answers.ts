import { fork } from 'node:child_process'
import { once } from 'node:events'
import { requestsPerSecond } from './load.ts'
import type { PageStatements } from './recorded-statements.ts'
import type { Shop } from './shop.ts'
import { type Ratio, sideBySide } from './side-by-side.ts'

/**
 * Compares the data request of a navigation (`.data`) with a lean server: `node:http`, the same
 * statements in sequence on one pool, those of shared lists every two seconds, and their rows as
 * compressed JSON.
 */
export async function benchDataAnswer(
  what: string,
  shop: Shop,
  path: string,
  statements: PageStatements,
): Promise<Ratio> {
  const lean = fork(new URL('./lean-answers.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(lean, 'exit')
  lean.send({ target: shop.target, statements })
  const [port] = await once(lean, 'message')
  const [ours, bare] = [
    { url: shop.url(path), cookie: shop.cookie },
    { url: `http://127.0.0.1:${port}/` },
  ]
  try {
    for (const load of [ours, bare]) await requestsPerSecond({ ...load, seconds: 2 })
    return await sideBySide(what, {
      ours: () => requestsPerSecond(ours),
      bare: () => requestsPerSecond(bare),
    })
  } finally {
    lean.kill('SIGTERM')
    await ended
  }
}
