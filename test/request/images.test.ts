import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ImageId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { listen } from '#server/start/listen.ts'
import { testSite } from '#test/app.ts'
import { signIn } from '#test/make/sign-in.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()

const MEGABYTE = 1024 * 1024
const picture = flatPng(300, 600)

function formWith(file: Uint8Array | null, use = 'item', more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  if (file) form.set('file', new File([new Uint8Array(file)], 'photo.png', { type: 'image/png' }))
  form.set('use', use)
  return form
}

async function uploaded(as: Awaited<ReturnType<typeof site.make.person>>) {
  const answer = await site.post('/uploads', formWith(picture), { as })
  expect(answer.status).toBe(200)
  const { id, url }: { id: ImageId; url: string } = JSON.parse(answer.html)
  expect(url).toBe(`/images/${id}`)
  await updateRows(site.db, 'images', id, { attached_at: site.clock.now() })
  return url
}

test('an uploaded image is served in sizes, cached forever', async () => {
  const url = await uploaded(await site.make.closet())
  const { response } = await site.get(`${url}?w=100`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${url.split('/').at(-1)}.webp"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  const tag = response.headers.get('etag') ?? ''
  expect((await site.get(`${url}?w=160`)).response.headers.get('etag')).toBe(tag)
  const again = await site.get(`${url}?w=160`, { headers: { 'if-none-match': tag } })
  expect([again.status, again.html]).toEqual([304, ''])
})

test('any width is served, and none is larger than the image', async () => {
  const url = await uploaded(await site.make.closet())
  for (const width of ['1', '481', '99999', '-5', 'x', '1e9', '']) {
    expect((await site.get(`${url}?w=${width}`)).status, width).toBe(200)
  }
  expect((await site.get(url)).status).toBe(200)
})

test('an unknown image gets a plain text response', async () => {
  for (const id of [newId(), 'x', '..%2f..%2fetc%2fpasswd', `${newId()}.webp`]) {
    const page = await site.get(`/images/${id}?w=480`)
    expect([page.status, page.html], id).toEqual([404, 'Not found\n'])
  }
})

test('an image’s address accepts only reads, even with a trailing slash', async () => {
  const url = await uploaded(await site.make.closet())
  expect((await site.get(`${url}/`)).response.headers.get('content-type')).toBe('image/webp')
  const posted = await site.post(url, {})
  expect([posted.status, posted.response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

const refused: readonly [string, number, string, FormData][] = [
  ['no file', 400, 'Please select an image file', formWith(null)],
  ['an empty file', 400, 'Please select an image file', formWith(new Uint8Array())],
  ['an SVG', 400, 'Please select an image file', formWith(Buffer.from('<svg></svg>'))],
  ['an unknown use', 400, 'Please select an image file', formWith(picture, 'avatar')],
  [
    'more than 5 MB',
    413,
    'Image size must be less than 5MB',
    formWith(Buffer.alloc(5 * MEGABYTE + 1)),
  ],
]

test.for(refused)('%s is refused with a message', async ([, status, problem, form]) => {
  const as = await site.make.closet()
  const answer = await site.post('/uploads', form, { as })
  expect([answer.status, JSON.parse(answer.html)]).toEqual([status, { problem }])
})

const TOO_SMALL = 'This photo is too small. It must be at least 300 × 400 pixels.'
const CROP_TOO_SMALL = 'This part of the photo is too small. Please choose a larger part.'

test.for([
  [300, 400, {}, null],
  [500, 333, {}, TOO_SMALL],
  [299, 598, {}, TOO_SMALL],
  [150, 300, {}, TOO_SMALL],
  [150, 300, { cropped: 'yes' }, null],
  [100, 200, { cropped: 'yes' }, CROP_TOO_SMALL],
] as const)('a photo of %i × %i pixels sent with %j: %s', async ([
  width,
  height,
  more,
  problem,
]) => {
  const as = await site.make.closet()
  const answer = await site.post('/uploads', formWith(flatPng(width, height), 'item', more), { as })
  expect([answer.status, JSON.parse(answer.html)]).toEqual(
    problem ? [400, { problem }] : [200, expect.objectContaining({ id: expect.any(String) })],
  )
})

test('visitors and other sites cannot upload images', async () => {
  expect((await site.post('/uploads', formWith(picture))).status).toBe(401)
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const as = await site.make.closet()
  expect((await site.post('/uploads', formWith(picture), { as, headers })).status).toBe(403)
})

test('uploads are limited to sixty an hour', async () => {
  const as = await site.make.closet()
  for (let sent = 0; sent < 60; sent++) {
    expect((await site.post('/uploads', formWith(null), { as })).status).toBe(400)
  }
  const answer = await site.post('/uploads', formWith(picture), { as })
  expect(answer.status).toBe(429)
  expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an endless upload gets a response and is cut off', async () => {
  const { port, close } = await listen(site.app.handle, { port: 0, hosts: ['127.0.0.1'] })
  onTestFinished(() => close(0))
  const person = await site.make.closet()
  const sending = request({
    port,
    method: 'POST',
    path: '/uploads',
    headers: {
      Cookie: await signIn(site.db, site.settings, person, site.clock.now()),
      Origin: `http://localhost:${port}`,
      Host: `localhost:${port}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Transfer-Encoding': 'chunked',
    },
  })
  const status = Promise.withResolvers<number | undefined>()
  sending.on('response', (answer) => {
    status.resolve(answer.statusCode)
    answer.resume()
  })
  const cutOff = new Promise<void>((resolve) => {
    sending.on('close', resolve)
    sending.on('error', () => resolve())
  })
  let megabytesSent = 0
  const send = () => {
    if (sending.destroyed || megabytesSent === 256) return
    megabytesSent++
    sending.write(Buffer.alloc(MEGABYTE), () => setImmediate(send))
  }
  sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  send()
  expect(await status.promise).toBe(413)
  await cutOff
  expect(megabytesSent).toBeLessThan(256)
})

test('an upload of 60 MB is answered by a client that reads nothing before it has sent all', async () => {
  const { port, close } = await listen(site.app.handle, { port: 0, hosts: ['127.0.0.1'] })
  onTestFinished(() => close(0))
  const person = await site.make.closet()
  const cookie = await signIn(site.db, site.settings, person, site.clock.now())
  const length = 60 * MEGABYTE
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  const failed = new Promise<Error>((resolve) => socket.once('error', resolve))
  const sent = (async () => {
    socket.write(
      `POST /uploads HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
    )
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const body = Buffer.alloc(length)
    body.write(head)
    await new Promise((flushed) => socket.write(body, flushed))
    return null
  })()
  expect(await Promise.race([failed, sent])).toBeNull()
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(`${data}`)))
  socket.resume()
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

/** A site whose image storage refuses every request. */
async function siteWithRefusingStorage() {
  const confirmation: string[] = []
  const storage = createServer((incoming, answer) => {
    confirmation.push(incoming.method ?? '')
    incoming.resume()
    answer.writeHead(403, { 'Content-Type': 'application/xml' })
    answer.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
  })
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    storage.closeAllConnections()
    storage.close()
  })
  const { port } = storage.address() as AddressInfo
  const env = {
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  }
  return { ...(await testSite({ env })), confirmation }
}

test('while the storage is unavailable, images answer with a retry time', async () => {
  const away = await siteWithRefusingStorage()
  const owner = await away.make.closet()
  const { id } = await away.make.image({ owner_id: owner.id, use: 'item' })
  for (const path of [`/images/${id}`, `/images/${id}?w=480`]) {
    const page = await away.get(path)
    expect([page.status, page.html]).toEqual([503, 'This photo is not available right now.\n'])
    expect(page.response.headers.get('cache-control')).toBe('no-store')
    expect(Number(page.response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(away.confirmation).toEqual(['GET', 'GET'])
})

test('while the storage refuses requests, an upload is answered with a message and not attached', async () => {
  const away = await siteWithRefusingStorage()
  const as = await away.make.closet()
  const answer = await away.post('/uploads', formWith(picture), { as })
  const problem = 'Error uploading image. Please try again.'
  expect([answer.status, JSON.parse(answer.html)]).toEqual([503, { problem }])
  expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(away.confirmation).toEqual(['PUT', 'DELETE'])
  const admin = { as: await away.make.admin() }
  const logo = await away.post('/uploads', formWith(picture, 'logo'), admin)
  expect(JSON.parse(logo.html)).toEqual({ problem: 'Error uploading logo. Please try again.' })
  // The row is inserted before the file. This storage does not confirm that it has none, so the row
  // is not attached, and is deleted like any unused upload.
  const rows = await readRows(away.db, 'images', 'attached_at', { owner_id: as.id })
  expect(rows).toEqual([{ attached_at: null }])
})

test('a photo in a form that the storage refuses does not count towards the limit', async () => {
  const away = await siteWithRefusingStorage()
  const as = await away.make.closet()
  await away.post('/uploads', formWith(null), { as })
  // The next upload is the last one allowed.
  await sql`update rate_limits set points = 59 where key like 'upload:%'`.execute(away.db)
  for (let n = 0; n < 3; n += 1) {
    const form = formWith(null)
    form.set('intent', 'save')
    form.set('image_id', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }))
    const page = await away.post('/business/items/new', form, { as })
    expect([page.status, page.text('main')]).toEqual([
      400,
      expect.stringContaining('Error uploading image. Please try again.'),
    ])
  }
})
