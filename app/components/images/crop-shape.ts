import type { ImageUse } from '#db/enums.ts'
import { imageShapes } from '#domain/images/image-shapes.ts'

/** A part of a picture, in percent of its sides. */
export type Crop = {
  readonly unit: '%'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Size = { readonly width: number; readonly height: number }

/** Square unless the use says otherwise (spec 17.2). */
const DEFAULT_ASPECT = 1

/**
 * Width divided by height that a crop keeps: that of the use where it has one, square for logos;
 * null where any part of the picture will do.
 */
export function cropAspect(use: ImageUse): number | null {
  const [narrowest, widest] = imageShapes[use].aspect
  if (narrowest === widest) return narrowest
  return use === 'logo' ? DEFAULT_ASPECT : null
}

/** Hand-over photos are evidence: they are kept as they were taken. */
export function isShownWhole(use: ImageUse): boolean {
  return use === 'handover'
}

const SHARE_OF_WIDTH = 0.9

/** Where a crop begins: 90 % of the width, centred, and never beyond the picture. */
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

/** The size in pixels that a crop is drawn in: its own, or the largest that is kept of its use. */
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
