import { expect, test } from 'vitest'
import { receiveListings } from './receive-listings.ts'

type Part = readonly [field: string, fileName: string, bytes: Buffer | string]

const BOUNDARY = 'x-y-z'

function requestOf(parts: readonly Part[], { cutAt = Infinity } = {}) {
  const body = Buffer.concat([
    ...parts.map(([field, fileName, bytes]) =>
      Buffer.concat([
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`,
        ),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
  return new Request('http://localhost/business/imports', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: body.subarray(0, Math.min(body.length, cutAt)),
  })
}

async function receive(request: Request) {
  const taken: string[] = []
  const received = await receiveListings(request, async (fileName, photo) => {
    taken.push(
      photo instanceof Uint8Array ? `${fileName} ${photo.length}` : `${fileName}: ${photo.leftOut}`,
    )
  })
  return { taken, received }
}

const csv: Part = ['listings', 'spring.csv', 'sku,title\nA-1,Gown\n']
const MB = 1024 * 1024
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2 * MB, 'z')])

test('a file and its photos are received one by one; a field without a file is ignored', async () => {
  const { taken, received } = await receive(
    requestOf([
      csv,
      ['photos', 'A-1.jpg', 'one'],
      ['photos', 'A-2.jpg', 'three'],
      ['photos', '', ''],
    ]),
  )
  expect(received).toEqual({ fileName: 'spring.csv', csv: Buffer.from(csv[2]), zip: null })
  expect(taken).toEqual(['A-1.jpg 3', 'A-2.jpg 5'])
})

test('a ZIP file is detected by its bytes and written to an unnamed file', async () => {
  const { taken, received } = await receive(requestOf([csv, ['photos', 'photos.jpg', zip]]))
  if (typeof received === 'string' || !received.zip) throw new Error('no ZIP file')
  expect(await received.zip.stat()).toMatchObject({ size: zip.length, nlink: 0 })
  await received.zip.close()
  expect(taken).toEqual([])
})

test('a file that is too large is not held', async () => {
  const { taken, received } = await receive(
    requestOf([
      ['listings', 'a.csv', Buffer.alloc(5 * MB + 1, 'a')],
      ['photos', 'A-1.jpg', Buffer.alloc(5 * MB + 1)],
    ]),
  )
  expect(received).toMatchObject({ csv: null })
  expect(taken).toEqual(['A-1.jpg: too-large'])
})

test('a form over 206 MB is not read to its end', async () => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="a.zip"\r\n\r\nPK\u0003\u0004`
  let megabytes = 0
  const body = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(Buffer.from(head)),
    pull: (to) => {
      megabytes += 1
      to.enqueue(new Uint8Array(MB))
    },
  })
  const request = new Request('http://localhost/business/imports', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body,
    duplex: 'half',
  } as RequestInit)
  expect((await receive(request)).received).toBe('too-large')
  expect(megabytes).toBeLessThan(210)
})

test('a form without a file, with two archives, too many files or cut off is refused', async () => {
  expect((await receive(requestOf([['photos', 'A-1.jpg', 'x']]))).received).toBe('no-file')
  expect((await receive(requestOf([['listings', '', '']]))).received).toBe('no-file')
  const two = requestOf([csv, ['photos', 'a.zip', zip], ['photos', 'b.zip', zip]])
  expect((await receive(two)).received).toBe('two-archives')
  const many = Array.from({ length: 2001 }, (_, n): Part => ['photos', `A-${n}.jpg`, 'x'])
  expect((await receive(requestOf([csv, ...many]))).received).toBe('too-many')
  expect((await receive(requestOf([csv], { cutAt: 90 }))).received).toBe('unreadable')
})
