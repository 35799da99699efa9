import type { ImageUse } from '#db/enums.ts'
import { megabytes } from '#domain/shared/figures.ts'
import type { Shape, Size } from '#gateways/images/shape.ts'

export type { Size }

/** 5 MB (spec 17.1). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** The same as text: 5 MB. */
export const MAX_FILE_SIZE = megabytes(MAX_FILE_BYTES)

export const FILE_TOO_LARGE = `Image size must be less than ${MAX_FILE_SIZE.replace(' ', '')}`

/** The smallest photo of a garment (spec 17.1): anything smaller looks blurred on a page. */
const MIN_SIZE: Size = { width: 300, height: 400 }

export function tooSmallSentence({ width, height }: Size = MIN_SIZE): string {
  return `This photo is too small. It must be at least ${width} × ${height} pixels.`
}

const portrait: Shape = {
  aspect: [1 / 2, 1 / 2],
  width: 1280,
  height: 2560,
  smallest: MIN_SIZE,
  // What is left of the smallest photo when it is cropped closely.
  smallestCrop: { width: 150, height: 300 },
}

/**
 * The shape of each use of an image (spec 17.2); anything outside it is cropped around the centre.
 */
export const imageShapes: Readonly<Record<ImageUse, Shape>> = {
  item: portrait,
  outfit: portrait,
  founder: { aspect: [1, 1], width: 1200, height: 1200 },
  closet: { aspect: [1, 1], width: 1200, height: 1200 },
  logo: { aspect: [1 / 4, 4], width: 800, height: 800 },
  section: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  handover: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  appeal: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  message: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  return_request: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  support: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  rating: { aspect: [1 / 3, 3], width: 2000, height: 2000 },
}
