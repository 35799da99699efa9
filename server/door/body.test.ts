import { expect, test } from 'vitest'
import { readBody } from './body.ts'

const KB = 1024
const PLAIN = 'application/x-www-form-urlencoded'
const bytes = (text: string) => new TextEncoder().encode(text)

function post(
  body: Uint8Array<ArrayBuffer> | string | ReadableStream,
  { type = PLAIN, path = '/auth' }: { type?: string | null; path?: string } = {},
) {
  const headers = new Headers(type ? { 'Content-Type': type } : {})
  const init = { method: 'POST', body, duplex: 'half', headers }
  const request = new Request(`http://shop.test${path}`, init)
  if (type === null) request.headers.delete('Content-Type')
  return request
}

/** An endless body, which counts the bytes read. */
function endless(chunk: Uint8Array<ArrayBuffer>) {
  const sent = { bytes: 0, isCancelled: false }
  const stream = new ReadableStream({
    pull(controller) {
      sent.bytes += chunk.length
      controller.enqueue(chunk)
    },
    cancel() {
      sent.isCancelled = true
    },
  })
  return { sent, stream }
}

async function reasonOf(request: Request): Promise<string> {
  const read = await readBody(request)
  return read.ok ? 'ok' : read.reason
}

test('a form arrives unchanged', async () => {
  const read = await readBody(post('email=a%40b.test&name=%E2%98%83+x&odd=100%&empty='))
  expect(read.ok && (await read.request.text())).toBe(
    'email=a%40b.test&name=%E2%98%83+x&odd=100%&empty=',
  )
})

test('a multipart form without files arrives as a plain form', async () => {
  const form = new FormData()
  form.append('title', 'A “dress” & more')
  form.append('title', 'again')
  form.append('file', new File(['x'], 'x.txt'))
  const read = await readBody(
    new Request('http://shop.test/feedback', { method: 'POST', body: form }),
  )
  expect(read.ok && [...(await read.request.formData())]).toEqual([
    ['title', 'A “dress” & more'],
    ['title', 'again'],
  ])
})

test('256 KB are accepted, and one byte more is refused', async () => {
  expect(await reasonOf(post('a'.repeat(256 * KB)))).toBe('ok')
  expect(await reasonOf(post('a'.repeat(256 * KB + 1)))).toBe('too-large')
})

test('a body without a length is counted as it arrives, and not read further', async () => {
  for (const path of [
    '/auth',
    '/hooks/stripe',
    '/v1/customers',
    '/sandbox/checkout/x',
    '/nowhere',
  ]) {
    const { sent, stream } = endless(new Uint8Array(64 * KB))
    expect(await reasonOf(post(stream, { path })), path).toBe('too-large')
    expect(sent.isCancelled).toBe(true)
    expect(sent.bytes).toBeLessThan(1024 * KB)
  }
})

test('a body whose declared length is too large is refused unread', async () => {
  const request = post('a=b')
  request.headers.set('Content-Length', '200000000')
  expect(await reasonOf(request)).toBe('too-large')
})

test('200 fields are accepted', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=v`).join('&')
  expect(await reasonOf(post(fields(200)))).toBe('ok')
  expect(await reasonOf(post(fields(201)))).toBe('too-large')
})

test('a body that does not arrive in time is refused', async () => {
  const silent = new ReadableStream({ pull: () => new Promise(() => {}) })
  expect(await readBody(post(silent), { seconds: 0.01 })).toEqual({ ok: false, reason: 'too-slow' })
})

test.for([
  ['text', 'text/plain', 'x', 'no-form'],
  ['JSON', 'application/json', '{}', 'no-form'],
  ['XML', 'text/xml', '<x/>', 'no-form'],
  ['no type', null, 'x', 'no-form'],
  ['a multipart form without boundary', 'multipart/form-data', 'x', 'unreadable'],
  ['a multipart form that is none', 'multipart/form-data; boundary=b', 'x', 'unreadable'],
  ['a broken escape in UTF-8', PLAIN, 'a=%ff', 'unreadable'],
  ['a surrogate', PLAIN, 'a=%ED%A0%80', 'unreadable'],
] as const)('%s is refused', async ([, type, body, reason]) => {
  expect(await reasonOf(post(bytes(body), { type }))).toBe(reason)
  expect(await reasonOf(post('', { type }))).toMatch(/ok|unreadable/)
})

test('bytes that are not UTF-8 are refused', async () => {
  expect(await reasonOf(post(new Uint8Array([0x61, 0x3d, 0xff])))).toBe('unreadable')
})

test('image uploads are passed on unread, any other body to the same address is not', async () => {
  for (const path of [
    '/uploads',
    '/business-apply.data',
    '/business/items/1',
    '/Admin/Brands/New/',
  ]) {
    const { stream } = endless(new Uint8Array(64 * KB))
    expect(await reasonOf(post(stream, { path, type: 'multipart/form-data; boundary=b' }))).toBe(
      'ok',
    )
    expect(await reasonOf(post('a'.repeat(300 * KB), { path }))).toBe('too-large')
  }
})
