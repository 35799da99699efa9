import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from './compress.ts'

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
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('a long list begins before its last row is read (%s)', async ([encoding, unpack]) => {
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
  const bytes = await answer.arrayBuffer()
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.byteLength)
})
