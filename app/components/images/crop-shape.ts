import type { ImageUse } from '#db/enums.ts'
import { imageShapes } from '#domain/catalogue/images/image-shapes.ts'

/** A part of an image, in percent of its sides. */
export type Crop = {
  readonly unit: '%'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Size = { readonly width: number; readonly height: number }

/** Square by default (spec 17.2). */
const DEFAULT_ASPECT = 1

/**
 * The fixed width divided by height of a crop: that of the use if it has one, square for logos;
 * null when any part of the image is allowed.
 */
export function cropAspect(use: ImageUse): number | null {
  const [narrowest, widest] = imageShapes[use].aspect
  if (narrowest === widest) return narrowest
  return use === 'logo' ? DEFAULT_ASPECT : null
}

const SHOWN_WHOLE: readonly ImageUse[] = [
  'handover',
  'appeal',
  'return_request',
  'support',
  'message',
  'rating',
]

/** Whether photos of this use are never cropped: evidence, and photos in messages and reviews. */
export function isShownWhole(use: ImageUse): boolean {
  return SHOWN_WHOLE.includes(use)
}

const SHARE_OF_WIDTH = 0.9

/** The initial crop: 90 % of the width, centred, and inside the image. */
export function initialCrop(picture: Size, aspect: number | null): Crop {
  const shape = aspect ?? picture.width / picture.height
  const width = Math.min(picture.width * SHARE_OF_WIDTH, picture.height * shape)
  const across = (width / picture.width) * 100
  const down = Math.min(100, (width / shape / picture.height) * 100)
  return {
    unit: '%',
    x: (100 - across) / 2,
    y: (100 - down) / 2,
    width: across,
    height: down,
  }
}

/** The size of the cropped image in pixels: its own, or the largest that is stored for its use. */
export function drawnSize(picture: Size, crop: Crop, use: ImageUse): Size {
  const width = (picture.width * crop.width) / 100
  const height = (picture.height * crop.height) / 100
  const max = imageShapes[use]
  const scale = Math.min(1, max.width / width, max.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
