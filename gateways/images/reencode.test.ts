import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { frugalMemory } from '../../bin/frugal-memory.mjs'
import { sharp } from './decoders.ts'
import { reencode } from './reencode.ts'
import { flatPng } from './testing/hostile-files.ts'
import { worstFiles } from './testing/worst-files.ts'

const portrait = { aspect: [1 / 2, 1 / 2], width: 1280, height: 2560 } as const
const free = { aspect: [1 / 8, 8], width: 2000, height: 2000 } as const

function flat(width: number, height: number, background = '#a34') {
  return sharp({ create: { width, height, channels: 3, background } })
}

async function taken(file: Uint8Array, shape: Parameters<typeof reencode>[1] = portrait) {
  const outcome = await reencode(file, shape)
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}

test.for(['jpeg', 'png', 'webp'] as const)('a %s becomes our own WebP', async (format) => {
  const file = await flat(600, 1200).toFormat(format).toBuffer()
  const picture = await taken(file)
  const header = await sharp(picture.bytes).metadata()
  expect([header.format, header.width, header.height, header.space]).toEqual([
    'webp',
    600,
    1200,
    'srgb',
  ])
})

test('an image of another shape is cropped around the centre', async () => {
  const green = await flat(100, 300, '#0f0').png().toBuffer()
  const wide = await flat(900, 300, '#f00')
    .composite([{ input: green, left: 400, top: 0 }])
    .png()
    .toBuffer()
  const picture = await taken(wide)
  expect([picture.width, picture.height]).toEqual([150, 300])
  const { data } = await sharp(picture.bytes)
    .extract({ left: 75, top: 150, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([Number(data[0]) < 60, Number(data[1]) > 200]).toEqual([true, true])
})

test('an image that may have any shape keeps its own unless it is extreme', async () => {
  const landscape = await taken(await flat(900, 300).jpeg().toBuffer(), free)
  expect([landscape.width, landscape.height]).toEqual([900, 300])
  const thread = await taken(await flat(4000, 2).png().toBuffer(), free)
  expect([thread.width, thread.height]).toEqual([16, 2])
})

test('an image is reduced to the size needed, never enlarged', async () => {
  const large = await taken(await flat(1500, 3000).jpeg().toBuffer())
  expect([large.width, large.height]).toEqual([1280, 2560])
  const dot = await taken(await flat(1, 1).png().toBuffer())
  expect([dot.width, dot.height]).toEqual([1, 2])
})

test('a photo taken sideways is rotated upright', async () => {
  const sideways = await flat(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const picture = await taken(sideways)
  const { orientation } = await sharp(picture.bytes).metadata()
  expect([picture.width, picture.height, orientation]).toEqual([100, 200, undefined])
})

test('the location of a photo is removed', async () => {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '40/1 41/1 0/1' }
  const file = await flat(100, 200)
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: place })
    .jpeg()
    .toBuffer()
  expect(file.includes('Somebody') && (await sharp(file).metadata()).exif).toBeTruthy()
  const { bytes } = await taken(file)
  const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
  expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
  expect(Buffer.from(bytes).includes('Somebody')).toBe(false)
})

test('markup hidden in an uploaded image is not in the stored one', async () => {
  const script = '<script>alert(1)</script>'
  const plain = await flat(100, 200).jpeg().toBuffer()
  const comment = Buffer.from([0xff, 0xfe, 0, script.length + 2])
  const file = Buffer.concat([
    plain.subarray(0, 2),
    comment,
    Buffer.from(script),
    plain.subarray(2),
    Buffer.from(script),
  ])
  const { bytes } = await taken(file)
  expect(Buffer.from(bytes).includes('script')).toBe(false)
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

test.for([
  ['nothing', () => Buffer.alloc(0)],
  ['an SVG', () => Buffer.from(svg)],
  ['a page', () => Buffer.from('<!doctype html><title>hello</title>')],
  ['noise', () => Buffer.alloc(5000, 'q7')],
] as const)('%s is not an image', async ([, make]) => {
  expect(await reencode(await make(), portrait)).toEqual({
    ok: false,
    problem: { reason: 'not-an-image' },
  })
})

test.for([
  ['a GIF', () => flat(9, 9).gif().toBuffer()],
  ['a TIFF', () => flat(9, 9).tiff().toBuffer()],
  ['an AVIF', () => flat(9, 9).avif().toBuffer()],
] as const)('%s is an image of another kind', async ([, make]) => {
  expect(await reencode(await make(), portrait)).toEqual({
    ok: false,
    problem: { reason: 'other-kind' },
  })
})

test.for([
  [300, 400, false, null],
  [299, 600, false, 'too-small'],
  [600, 399, false, 'too-small'],
  [150, 300, true, null],
  [149, 298, true, 'crop-too-small'],
  [600, 299, true, 'crop-too-small'],
] as const)('%i × %i pixels, cropped before: %s, refused: %s', async ([
  width,
  height,
  isCropped,
  reason,
]) => {
  const sizes = {
    smallest: { width: 300, height: 400 },
    smallestCrop: { width: 150, height: 300 },
  }
  const file = await flat(width, height).png().toBuffer()
  expect(await reencode(file, { ...portrait, ...sizes }, isCropped)).toMatchObject(
    reason ? { ok: false, problem: { reason } } : { ok: true },
  )
})

test('an SVG with the first bytes of a PNG is reported as damaged, not rendered', async () => {
  const file = Buffer.concat([flatPng(9, 9).subarray(0, 40), Buffer.from(svg)])
  expect(await reencode(file, portrait)).toEqual({ ok: false, problem: { reason: 'damaged' } })
})

test.for([
  'jpeg',
  'png',
  'webp',
] as const)('a %s that is cut off is reported as damaged', async (format) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = await sharp({
    create: { width: 300, height: 600, channels: 3, background: '#888', noise },
  })
    .toFormat(format)
    .toBuffer()
  for (const share of [0.02, 0.5, 0.9]) {
    const part = whole.subarray(0, Math.floor(whole.length * share))
    expect(await reencode(part, portrait), `${share}`).toEqual({
      ok: false,
      problem: { reason: 'damaged' },
    })
  }
})

test('a file of 256 million pixels is refused by its header', async () => {
  const file = flatPng(16_000, 16_000, { bits: 1 })
  expect(file.length).toBeLessThan(5 * 1024 * 1024)
  expect(await reencode(file, portrait)).toEqual({
    ok: false,
    problem: { reason: 'too-many-pixels' },
  })
})

test('decoding the worst accepted files, like a phone’s photo of 49 million pixels, takes less than 200 MB of memory', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-worst-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = [await flat(800, 1600).jpeg().toBuffer(), ...(await worstFiles())]
  const paths = files.map((file, index) => {
    const path = join(folder, String(index))
    writeFileSync(path, file)
    return path
  })
  const program = fileURLToPath(new URL('./testing/decode-files.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...paths], {
    env: { ...process.env, ...frugalMemory },
  })
  const { decoded, grownMegabytes } = JSON.parse(stdout)
  expect(decoded).toBe(4)
  expect(grownMegabytes).toBeLessThan(200)
})
