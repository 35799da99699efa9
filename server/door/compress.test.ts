import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { expect, test } from 'vitest'
import { wholeBodyOf, wholeResponse } from '#app/responses/whole-response.ts'
import { compress, compressed, encodingFor, smallest } from './compress.ts'

const row = `${'a line of a long list,'.repeat(40)}\n`

function longList(rows: number) {
  const read = { rows: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.rows += 1
      controller.enqueue(new TextEncoder().encode(`${read.rows},${crypto.randomUUID()},${row}`))
      if (read.rows === rows) controller.close()
    },
    cancel() {
      read.isCancelled = true
    },
  })
  const response = new Response(body, { headers: { 'Content-Type': 'text/csv' } })
  return { read, response }
}

const asking = (encoding: string) =>
  new Request('http://shop.test/', { headers: { 'Accept-Encoding': encoding } })

test.for([
  ['zstd', createZstdDecompress],
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('a long body starts before its last row is read (%s)', async ([encoding, unpack]) => {
  const rows = 20_000
  const { read, response } = longList(rows)
  const answer = await compressed(asking(encoding), response)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  expect(first?.value?.length).toBeGreaterThan(0)
  expect(read.rows).toBeLessThan(rows / 2)
  const unzip = unpack()
  unzip.write(first?.value)
  const fed = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      unzip.write(part.value)
    unzip.end()
  })()
  let lines = 0
  for await (const chunk of unzip) lines += String(chunk).split('\n').length - 1
  await fed
  expect(lines).toBe(rows)
})

test('a disconnected client stops the compression', async () => {
  const { read, response } = longList(Number.POSITIVE_INFINITY)
  const answer = await compressed(asking('br'), response)
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => read.isCancelled).toBe(true)
})

test('a short body is compressed at once and has a length', async () => {
  const { response } = longList(3)
  const answer = await compressed(asking('br'), response)
  const body = wholeBodyOf(answer) ?? new Uint8Array()
  expect(answer.headers.get('content-length')).toBe(String(body.length))
  expect(brotliDecompressSync(body).toString().split('\n')).toHaveLength(4)
})

test('a body in memory is compressed without being read, and stays in memory', async () => {
  const headers = { 'Content-Type': 'text/html' }
  const response = wholeResponse(new TextEncoder().encode(row), { status: 404, headers })
  const answer = await compressed(asking('br'), response)
  expect(answer.status).toBe(404)
  const body = wholeBodyOf(answer) ?? new Uint8Array()
  expect(answer.headers.get('content-length')).toBe(String(body.length))
  expect(brotliDecompressSync(body).toString()).toBe(row)
})

test.for([0, 1, 300_000])('a body of %i bytes is complete', async (length) => {
  const bytes = new Uint8Array(randomBytes(length))
  expect(brotliDecompressSync(await compress(bytes, 'br')).equals(bytes)).toBe(true)
  expect(brotliDecompressSync(await compress(bytes, 'br', 9)).equals(bytes)).toBe(true)
  expect(gunzipSync(await compress(bytes, 'gzip')).equals(bytes)).toBe(true)
  expect(zstdDecompressSync(await compress(bytes, 'zstd')).equals(bytes)).toBe(true)
})

test.for([
  [70_000, 17],
  [100, 10],
] as const)('the window for a body of %i bytes has 2 to the power of %i', async ([
  length,
  bits,
]) => {
  const bytes = new Uint8Array(length)
  const given = await compress(bytes, 'br')
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: bits }
  // The first bits of a compressed body are the width of its window.
  const expected = brotliCompressSync(bytes, { params })
  expect(given[0]).toBe(expected[0])
  expect(given[0]).not.toBe(brotliCompressSync(bytes)[0])
})

test.for([
  ['gzip, deflate, br, zstd', 'zstd', 'br'],
  ['gzip, deflate, br', 'br', 'br'],
  ['gzip, br;q=0, zstd;q=0.0', 'gzip', 'gzip'],
  ['zstd', 'zstd', null],
  ['gzip;q=0, identity', null, null],
] as const)('of "%s", %s is fastest and %s smallest', ([accepted, fast, small]) => {
  expect(encodingFor(accepted)).toBe(fast)
  expect(encodingFor(accepted, smallest)).toBe(small)
})

test('what the response depends on is named once', async () => {
  for (const vary of ['Accept-Encoding, Cookie', 'Cookie', null]) {
    const response = new Response('text', { headers: { 'Content-Type': 'text/html' } })
    if (vary) response.headers.set('Vary', vary)
    const named = (await compressed(asking('gzip'), response)).headers.get('vary') ?? ''
    expect(named.match(/accept-encoding/gi), named).toHaveLength(1)
  }
})
