import { expect, test } from 'vitest'
import { sharp } from '#gateways/images/decoders.ts'
import { inspectPhoto } from './photo-file.ts'

const noisy = (size = 200) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const files = [
  ['a JPEG', () => noisy().jpeg().toBuffer()],
  ['a progressive JPEG', () => noisy().jpeg({ progressive: true }).toBuffer()],
  ['a PNG', () => noisy().png().toBuffer()],
  ['a WebP', () => noisy().webp().toBuffer()],
] as const

test.for(files)('%s is complete, and detected as cut off wherever it ends too early', async ([
  ,
  make,
]) => {
  const file = new Uint8Array(await make())
  expect(inspectPhoto(file)).toBe('whole')
  for (const share of [0.05, 0.5, 0.99])
    expect(inspectPhoto(file.subarray(0, Math.floor(file.length * share)))).toBe('cut-off')
})

test('data that a phone appends to a JPEG is accepted', async () => {
  const file = await noisy().jpeg().toBuffer()
  expect(inspectPhoto(Buffer.concat([file, Buffer.alloc(5000, 'x')]))).toBe('whole')
})

test('a JPEG with an embedded preview is cut off without its own end marker', async () => {
  const preview = await noisy(60).jpeg().toBuffer()
  const file = await noisy().jpeg().toBuffer()
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 255]),
    preview,
  ])
  const withPreview = Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)])
  expect(inspectPhoto(withPreview)).toBe('whole')
  expect(inspectPhoto(withPreview.subarray(0, withPreview.length - 100))).toBe('cut-off')
})

test.for([
  ['a GIF', 'GIF89a.......'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an HEIC', '\0\0\0\x18ftypheic....'],
  ['nothing', ''],
] as const)('%s is not a photo', ([, text]) => {
  expect(inspectPhoto(Buffer.from(text, 'latin1'))).toBe('not-a-photo')
})
