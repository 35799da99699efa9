import type { ImageUse } from '#db/enums.ts'
import type { Shape, Size } from '#gateways/images/shape.ts'

export type { Size }

/** 5 MB (spec 17.1). */
export const LARGEST_FILE_BYTES = 5 * 1024 * 1024

/** What a photo must show at least before it is cropped: less is a blur on a page. */
export const SMALLEST_PHOTO: Readonly<Partial<Record<ImageUse, Size>>> = {
  item: { width: 300, height: 400 },
  outfit: { width: 300, height: 400 },
}

const portrait: Shape = {
  aspect: [1 / 2, 1 / 2],
  width: 1280,
  height: 2560,
  // What is left when the smallest photo is cropped closely.
  smallest: { width: 150, height: 300 },
}

/** The shape of each use of a picture (spec 17.2); what does not fit is cropped in the centre. */
export const imageShapes: Readonly<Record<ImageUse, Shape>> = {
  item: portrait,
  outfit: portrait,
  founder: { aspect: [1, 1], width: 1200, height: 1200 },
  logo: { aspect: [1 / 4, 4], width: 800, height: 800 },
  section: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
  handover: { aspect: [1 / 8, 8], width: 2000, height: 2000 },
}
