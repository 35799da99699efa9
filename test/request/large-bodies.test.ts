import { request as send } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/listen.ts'
import { testSite } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const site = await testSite()
const MEGABYTE = 1024 * 1024

async function serve() {
  const listening = await listen((request, client) => site.app.handle(request, client), {
    port: 0,
    hosts: ['127.0.0.1'],
  })
  onTestFinished(() => listening.close(0))
  return listening.port
}

type Sent = { readonly status: number | null; readonly taken: number }

/**
 * Posts this many chunks as fast as they are accepted, until a response arrives or the connection
 * is cut.
 */
function post(
  port: number,
  path: string,
  chunks: number,
  headers: Record<string, string | number>,
  chunk = Buffer.alloc(MEGABYTE, 'a'),
): Promise<Sent> {
  return new Promise((resolve) => {
    const confirmation = send({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers,
      agent: false,
    })
    let left = chunks
    let status: number | null = null
    const go = () => {
      while (left > 0 && !confirmation.destroyed) {
        left -= 1
        if (!confirmation.write(chunk)) return void confirmation.once('drain', go)
      }
      confirmation.end()
    }
    confirmation.on('response', (answer) => {
      status = answer.statusCode ?? null
      answer.resume()
      left = 0
    })
    confirmation.on('error', () => {})
    confirmation.on('close', () =>
      resolve({ status, taken: confirmation.socket?.bytesWritten ?? 0 }),
    )
    go()
  })
}

test('four simultaneous 200 MB requests do not affect other requests', async () => {
  const port = await serve()
  const person = await site.make.shopper()
  const cookie = (await signIn(site.db, site.settings, person, new Date())).split(';')[0] ?? ''
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Host: 'localhost' }
  const photos = { ...form, 'Content-Type': 'multipart/form-data; boundary=b', Cookie: cookie }
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status
  expect(await ask()).toBe(200)
  const before = process.memoryUsage().rss
  const flood = Promise.all([
    post(port, '/auth', 200, { ...form, 'Content-Length': 200 * MEGABYTE }),
    post(port, '/auth', 200, { ...form, 'Transfer-Encoding': 'chunked' }),
    post(port, '/hooks/stripe', 200, { ...form, 'Transfer-Encoding': 'chunked' }),
    post(port, '/business-apply', 200, { ...photos, 'Transfer-Encoding': 'chunked' }),
  ])
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  const waits: number[] = []
  while (!isOver || waits.length < 5) {
    const began = performance.now()
    expect(await ask()).toBe(200)
    waits.push(performance.now() - began)
  }
  const answers = await flood
  for (const { status } of answers) expect([413, 400, null]).toContain(status)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
  // It used to take more than eleven seconds.
  expect(Math.max(...waits)).toBeLessThan(2_000)
})

/**
 * As large as any body that was once read in full before a request without a session was refused.
 */
const photo = Buffer.alloc(12 * MEGABYTE, 'a')
photo.write('--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n')
photo.write('\r\n', photo.length - 2)

test('a 200 MB upload without a session is read only up to the size of a form', async () => {
  const port = await serve()
  const type = 'multipart/form-data; boundary=b'
  const headers = { 'Content-Type': type, 'Transfer-Encoding': 'chunked', Host: 'localhost' }
  const form = await post(port, '/business-apply', 17, headers, photo)
  expect(form.taken).toBeLessThan(70 * MEGABYTE)
  expect(form.status).toBe(401)
  const upload = await post(port, '/uploads', 17, headers, photo)
  expect(upload.status).toBe(401)
  expect(upload.taken).toBeLessThan(20 * MEGABYTE)
})
