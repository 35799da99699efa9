import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import { afterAll } from 'vitest'

export type BucketState = 'up' | 'slow' | 'failing' | 'away'

const SLOW_MS = 3_000

/** S3-compatible image storage behind a proxy that can fail. Lasts for the file. */
export async function openBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'hemline-bucket-'))
  const storage = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await storage.run()
  let state: BucketState = 'up'
  const proxy = createServer(async (arriving, answer) => {
    arriving.on('error', () => {})
    if (state === 'away') return arriving.socket.destroy()
    if (state === 'failing') return answer.writeHead(503).end()
    if (state === 'slow') await pause(SLOW_MS)
    const { method, url: path, headers } = arriving
    const onward = ask({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    arriving.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  afterAll(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    settings: {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    setState: (next: BucketState) => {
      state = next
    },
  }
}
