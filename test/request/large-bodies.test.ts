import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/start/listen.ts'
import { testSite } from '#test/app.ts'
import { MEGABYTE, postChunks, postFourLargeBodies } from '#test/large-body.ts'
import { signIn } from '#test/make/sign-in.ts'

const site = await testSite()

async function serve() {
  const listening = await listen((request, client) => site.app.handle(request, client), {
    port: 0,
    hosts: ['127.0.0.1'],
  })
  onTestFinished(() => listening.close(0))
  return listening.port
}

test('four simultaneous 200 MB requests do not affect other requests', async () => {
  const port = await serve()
  const person = await site.make.shopper()
  const cookie = (await signIn(site.db, site.settings, person, new Date())).split(';')[0] ?? ''
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status
  expect(await ask()).toBe(200)
  const before = process.memoryUsage().rss
  const flood = postFourLargeBodies(port, cookie)
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  // `npm run bench` prints how long these requests wait.
  while (!isOver) expect(await ask()).toBe(200)
  const answers = await flood
  for (const { status } of answers) expect([413, 400, null]).toContain(status)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE)
})

/**
 * As large as the bodies that used to be read in full before a request without a session was
 * refused.
 */
const photo = Buffer.alloc(12 * MEGABYTE, 'a')
photo.write('--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n')
photo.write('\r\n', photo.length - 2)

test('a 200 MB upload without a session is read only up to the size of a form', async () => {
  const port = await serve()
  const type = 'multipart/form-data; boundary=b'
  const headers = { 'Content-Type': type, 'Transfer-Encoding': 'chunked', Host: 'localhost' }
  const form = await postChunks(port, '/business-apply', 17, headers, photo)
  expect(form.taken).toBeLessThan(70 * MEGABYTE)
  expect(form.status).toBe(401)
  const upload = await postChunks(port, '/uploads', 17, headers, photo)
  expect(upload.status).toBe(401)
  expect(upload.taken).toBeLessThan(20 * MEGABYTE)
})
