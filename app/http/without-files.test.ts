import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutFiles } from './without-files.ts'

const BOUNDARY = 'b-1'

type Field = { readonly name: string; readonly value: string; readonly isFile: boolean }

/** As a browser sends it, in pieces of that many bytes. */
function posted(fields: readonly Field[], piece: number): Request {
  const parts = fields.map(
    ({ name, value, isFile }) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n\r\n${value}\r\n`,
  )
  const bytes = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`)
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

const MUCH = { bodyBytes: 1_000_000, textBytes: 100_000 }

test('every field is left, and of a file its name, wherever the pieces of a body end', async () => {
  const value = fc
    .array(fc.constantFrom('a', 'é', '\r\n', '\r\n--', `--${BOUNDARY.slice(0, -1)}`, '-'), {
      maxLength: 20,
    })
    .map((texts) => texts.join(''))
  const field = fc.record({ name: fc.constantFrom('x', 'y'), value, isFile: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(field, { maxLength: 6 }),
      fc.integer({ min: 1, max: 90 }),
      async (fields, piece) => {
        const left = await withoutFiles(posted(fields, piece), MUCH)
        const form = fields.length > 0 ? await left?.formData() : []
        const seen = [...(form ?? [])].map(([name, value]) =>
          typeof value === 'string' ? [name, value] : [name, value.name, value.size],
        )
        expect(seen).toEqual(
          fields.map(({ name, value, isFile }) => (isFile ? [name, 'a.png', 0] : [name, value])),
        )
      },
    ),
  )
})

test('of a body over its limit what came before is left, and too much text is refused', async () => {
  const field = { name: 'x', value: 'typed', isFile: false }
  const photo = { name: 'f', value: 'p'.repeat(10_000), isFile: true }
  const late = { name: 'y', value: 'late', isFile: false }
  const large = posted([field, photo, late], 500)
  const left = await withoutFiles(large, { ...MUCH, bodyBytes: 5_000 })
  const form = await left?.formData()
  expect([...(form?.keys() ?? [])]).toEqual(['x', 'f'])
  expect(form?.get('x')).toBe('typed')
  const wordy = { name: 'x', value: 'w'.repeat(5_000), isFile: false }
  expect(await withoutFiles(posted([wordy], 500), { ...MUCH, textBytes: 4_000 })).toBeNull()
})
