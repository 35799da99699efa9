import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_FIELDS, readMultipart, readMultipartText } from './multipart.ts'

const BOUNDARY = 'b-1'

type Field = { readonly name: string; readonly value: string; readonly isFile: boolean }

/** As a browser sends it, in chunks of that many bytes. */
function posted(fields: readonly Field[], piece: number): Request {
  const parts = fields.map(
    ({ name, value, isFile }) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n\r\n${value}\r\n`,
  )
  return postedBytes(Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`), piece)
}

function postedBytes(bytes: Buffer, piece: number): Request {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * piece, (at + 1) * piece)),
  )
  const body = new ReadableStream({
    start(stream) {
      for (const one of pieces) stream.enqueue(one)
      stream.close()
    },
  })
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
  const half = { method: 'POST', headers, body, duplex: 'half' }
  return new Request('http://shop.test/', half)
}

const MUCH = 1_000_000

const valuesIn = (form: FormData) =>
  [...form].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size],
  )

const anyFields = fc.array(
  fc.record({
    name: fc.constantFrom('x', 'y'),
    value: fc
      .array(fc.constantFrom('a', 'é', '\r\n', '\r\n--', `--${BOUNDARY.slice(0, -1)}`, '-'), {
        maxLength: 20,
      })
      .map((texts) => texts.join('')),
    isFile: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

test('every field and file is read, however the body is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(anyFields, fc.integer({ min: 1, max: 90 }), async (fields, piece) => {
      const limits = { files: 6, fileBytes: MUCH }
      const read = await readMultipart(posted(fields, piece), limits, (_field, file) => file.text())
      expect(read.ok && valuesIn(read.value)).toEqual(
        fields.map(({ name, value }) => [name, value]),
      )
    }),
  )
})

test('files sent where none are accepted are reduced to their names', async () => {
  await fc.assert(
    fc.asyncProperty(anyFields, fc.integer({ min: 1, max: 90 }), async (fields, piece) => {
      const read = await readMultipartText(posted(fields, piece), MUCH)
      expect(read.ok && valuesIn(read.value)).toEqual(
        fields.map(({ name, value, isFile }) => (isFile ? [name, 'a.png', 0] : [name, value])),
      )
    }),
  )
})

const tooLarge = { ok: false, problem: { reason: 'too-large' } }
const unreadable = { ok: false, problem: { reason: 'unreadable' } }

test('a body over its limit keeps the fields before it, and too much text is refused', async () => {
  const field = { name: 'x', value: 'typed', isFile: false }
  const photo = { name: 'f', value: 'p'.repeat(10_000), isFile: true }
  const late = { name: 'y', value: 'late', isFile: false }
  const read = await readMultipartText(posted([field, photo, late], 500), 5_000)
  expect(read.ok && valuesIn(read.value)).toEqual([
    ['x', 'typed'],
    ['f', 'a.png', 0],
  ])
  const wordy = { name: 'x', value: 'w'.repeat(300_000), isFile: false }
  expect(await readMultipartText(posted([wordy], 5000), MUCH)).toEqual(tooLarge)
})

test('too many files, bytes or fields are refused', async () => {
  const file = { name: 'f', value: 'p'.repeat(100), isFile: true }
  const text = { name: 'x', value: 'x', isFile: false }
  const take = async () => null
  const readWith = async (fields: readonly Field[], files: number, fileBytes: number) =>
    await readMultipart(posted(fields, 50), { files, fileBytes }, take)
  expect((await readWith([file, file], 2, 100)).ok).toBe(true)
  expect(await readWith([file, file], 1, 100)).toEqual(tooLarge)
  expect(await readWith([file, file], 2, 99)).toEqual(tooLarge)
  expect((await readWith(Array(MAX_FIELDS).fill(text), 1, 100)).ok).toBe(true)
  expect(await readWith(Array(MAX_FIELDS + 1).fill(text), 1, 100)).toEqual(tooLarge)
})

test('only the beginning of a large file is held, and the rest of the form is read', async () => {
  const fields = [
    { name: 'f', value: 'p'.repeat(1000), isFile: true },
    { name: 'x', value: 'typed', isFile: false },
  ]
  const limits = { files: 1, fileBytes: 1000, heldBytes: 100 }
  const sizes: number[] = []
  const read = await readMultipart(posted(fields, 50), limits, async (_field, { size }) => {
    sizes.push(size)
    return null
  })
  expect(read.ok && valuesIn(read.value)).toEqual([['x', 'typed']])
  // More than 100, so that the caller can tell that it is too large.
  expect(sizes[0]).toBeGreaterThan(100)
  expect(sizes[0]).toBeLessThan(200)
})

const header = 'Content-Disposition: form-data; name="x"'

test.for([
  ['is empty', ''],
  ['is cut off in a header', `--${BOUNDARY}\r\n${header}`],
  ['is cut off in a field', `--${BOUNDARY}\r\n${header}\r\n\r\nx`],
  ['has no last boundary', `--${BOUNDARY}\r\n${header}\r\n\r\nx\r\n--${BOUNDARY}\r\n`],
  ['begins with something else', `x\r\n--${BOUNDARY}\r\n${header}\r\n\r\nx\r\n--${BOUNDARY}--`],
  ['has a longer boundary', `--${BOUNDARY}2\r\n${header}\r\n\r\nx\r\n--${BOUNDARY}--`],
  ['has a header of 9 KB', `--${BOUNDARY}\r\n${header}; a="${'a'.repeat(9_000)}"\r\n\r\nx`],
  ['is not UTF-8', `--${BOUNDARY}\r\n${header}\r\n\r\n\xff\r\n--${BOUNDARY}--`],
] as const)('a form that %s is unreadable', async ([, text]) => {
  const request = postedBytes(Buffer.from(text, 'latin1'), 1000)
  expect(await readMultipartText(request, MUCH)).toEqual(unreadable)
})

test('a name can contain separators of parameters, and anything after the end is ignored', async () => {
  const odd = `--${BOUNDARY}\r\ncontent-disposition: form-data; filename="a; name=no"; name="b; c"\r\n\r\nx\r\n`
  const rest = `--${BOUNDARY}--\r\n--${BOUNDARY}\r\n${header}\r\n\r\nlate\r\n--${BOUNDARY}--`
  for (const piece of [7, 1000]) {
    const read = await readMultipartText(postedBytes(Buffer.from(odd + rest), piece), MUCH)
    expect(read.ok && valuesIn(read.value)).toEqual([['b; c', 'a; name=no', 0]])
  }
})
