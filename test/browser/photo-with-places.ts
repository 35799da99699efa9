import { expect } from 'vitest'
import { sharp } from '#gateways/images/decoders.ts'

/** The ways in which EXIF says that a camera was held. */
export const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Orientation = (typeof orientations)[number]

interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** In pixels of the page. */
export interface ShownCrop {
  /** How wide the page is. */
  readonly pageWidth: number
  readonly picture: Box
  readonly frame: Box
}

/** Where a point of the file belongs in the photo, both from 0 to 1 on each side. */
const uprightPlace: Readonly<Record<Orientation, (x: number, y: number) => Point>> = {
  1: (x, y) => ({ x, y }),
  2: (x, y) => ({ x: 1 - x, y }),
  3: (x, y) => ({ x: 1 - x, y: 1 - y }),
  4: (x, y) => ({ x, y: 1 - y }),
  5: (x, y) => ({ x: y, y: x }),
  6: (x, y) => ({ x: 1 - y, y: x }),
  7: (x, y) => ({ x: 1 - y, y: 1 - x }),
  8: (x, y) => ({ x: y, y: 1 - x }),
}

/** Turns black, red, black and red to the right, and the same with green to the bottom. */
const colorAt = ({ x, y }: Point): Color => [wave(x), wave(y), 128]

const wave = (share: number) => {
  const thirds = share * 3
  return 255 * (thirds < 1 ? thirds : thirds < 2 ? 2 - thirds : thirds - 2)
}

type Color = readonly [red: number, green: number, blue: number]

/** A JPEG of 600 × 800 pixels once it is upright. */
export async function photoWithPlaces(orientation: Orientation): Promise<Buffer> {
  const [width, height] = orientation < 5 ? [600, 800] : [800, 600]
  const pixels = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const place = uprightPlace[orientation]((column + 0.5) / width, (row + 0.5) / height)
      pixels.set(colorAt(place).map(Math.round), (row * width + column) * 3)
    }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Runs in the page: where its crop dialog shows the photo and the frame, once both are drawn. */
export async function shownCrop(): Promise<ShownCrop> {
  const picture = document.querySelector<HTMLImageElement>('.ReactCrop img')
  const frame = document.querySelector('.ReactCrop__crop-selection')
  if (!picture || !frame) throw new Error('No photo is being cropped.')
  await picture.decode()
  const box = (one: Element) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x, y, width, height }
  }
  return { pageWidth: window.innerWidth, picture: box(picture), frame: box(frame) }
}

/** What the encoders of the browser and the server change in a color, out of 255. */
const TOLERANCE = 12

/** Pixels of the page around the frame's lines and handles, which cover the photo. */
const LINES = 9

interface Steps {
  readonly screenshot: () => Promise<Uint8Array>
  /** Returns the crop as it is stored. */
  readonly store: () => Promise<ArrayBuffer>
}

/**
 * Expects that a page shows its part of the upright photo, and that the stored crop is what it
 * shows, pixel by pixel.
 */
export async function expectCropAsShown(
  shown: ShownCrop,
  { screenshot, store }: Steps,
  about?: string,
): Promise<void> {
  let screen = await pixelsOf(await screenshot())
  // A driver's screenshot can be of an earlier frame.
  await expect
    .poll(
      async () => {
        screen = await pixelsOf(await screenshot())
        return worst(shown, screen, ({ color, inPicture }) => difference(color, colorAt(inPicture)))
      },
      { message: about },
    )
    .toBeLessThanOrEqual(TOLERANCE)
  const crop = await pixelsOf(new Uint8Array(await store()))
  const wrong = worst(shown, screen, ({ color, inFrame }) =>
    difference(color, crop.at(inFrame.x * crop.width, inFrame.y * crop.height)),
  )
  expect(wrong, about).toBeLessThanOrEqual(TOLERANCE)
}

interface ShownPixel {
  readonly color: Color
  readonly inFrame: Point
  readonly inPicture: Point
}

/** The largest difference of all pixels within the frame. */
function worst(
  { pageWidth, picture, frame }: ShownCrop,
  screen: Pixels,
  differenceOf: (pixel: ShownPixel) => number,
): number {
  const scale = screen.width / pageWidth
  const [left, top] = [Math.ceil(frame.x * scale), Math.ceil(frame.y * scale)]
  let [compared, largest] = [0, 0]
  for (let row = top; row < (frame.y + frame.height) * scale; row++)
    for (let column = left; column < (frame.x + frame.width) * scale; column++) {
      const at = { x: (column + 0.5) / scale, y: (row + 0.5) / scale }
      const inFrame = placeIn(frame, at)
      if (isNearLine(inFrame.x, frame.width) || isNearLine(inFrame.y, frame.height)) continue
      const color = screen.at(column, row)
      largest = Math.max(largest, differenceOf({ color, inFrame, inPicture: placeIn(picture, at) }))
      compared++
    }
  expect(compared).toBeGreaterThan(500)
  return largest
}

const placeIn = (box: Box, { x, y }: Point): Point => ({
  x: (x - box.x) / box.width,
  y: (y - box.y) / box.height,
})

/** Lines are at the edges and at the thirds. */
const isNearLine = (share: number, length: number) =>
  [0, 1 / 3, 2 / 3, 1].some((line) => Math.abs(share - line) * length < LINES)

const difference = (one: Color, other: Color) =>
  Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0))))

interface Pixels {
  readonly width: number
  readonly height: number
  at(x: number, y: number): Color
}

async function pixelsOf(file: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number): Color => {
    const [red = 0, green = 0, blue = 0] = data.subarray(
      (Math.floor(y) * width + Math.floor(x)) * 3,
    )
    return [red, green, blue]
  }
  return { width, height, at }
}
