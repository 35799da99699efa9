import { fileTypeFromBuffer } from 'file-type'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { maxPixels as maxPixelsOf, sharp } from './decoders.ts'
import { outputSize, type Shape, type Size } from './shape.ts'
import { limitConcurrency } from './turns.ts'

export type ReencodedImage = {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

export type UnreadableImage =
  | { readonly reason: 'not-an-image' }
  /** An image in a format that is not accepted: HEIC, GIF, AVIF. */
  | { readonly reason: 'other-kind' }
  | { readonly reason: 'too-small' }
  /** Too small a part of a photo that is large enough. */
  | { readonly reason: 'crop-too-small' }
  | { readonly reason: 'too-many-pixels' }
  | { readonly reason: 'damaged' }

const READABLE = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp'])
const MAX_SECONDS = 20
const oneAtATime = limitConcurrency(1)

/**
 * Converts an uploaded file to an image of ours: upright, sRGB, in the given shape, WebP, without
 * any metadata. Only the bytes count, not the file's name or type. `isCropped`: the file is a part
 * that was cut out of a photo before it was sent.
 */
export async function reencode(
  file: Uint8Array,
  shape: Shape,
  isCropped = false,
): Promise<Outcome<ReencodedImage, UnreadableImage>> {
  const unreadable = await unreadableType(file)
  if (unreadable) return refused({ reason: unreadable })
  return oneAtATime(async () => {
    const found = await readHeader(file)
    if (!found) return refused({ reason: 'damaged' })
    if (found.size.width * found.size.height > found.max)
      return refused({ reason: 'too-many-pixels' })
    const size = outputSize(found.size, shape)
    if (isCropped && isSmaller(size, shape.smallestCrop))
      return refused({ reason: 'crop-too-small' })
    if (!isCropped && isSmaller(found.size, shape.smallest)) return refused({ reason: 'too-small' })
    const encoded = await encode(file, found.max, size)
    return encoded ? done(encoded) : refused({ reason: 'damaged' })
  })
}

function isSmaller(size: Size, smallest: Size | undefined): boolean {
  return smallest !== undefined && (size.width < smallest.width || size.height < smallest.height)
}

/** Why a file cannot be an image of ours, by its first bytes. */
export async function unreadableType(
  file: Uint8Array,
): Promise<'not-an-image' | 'other-kind' | null> {
  const type = await fileTypeFromBuffer(file)
  if (!type?.mime.startsWith('image/')) return 'not-an-image'
  return READABLE.has(type.mime) ? null : 'other-kind'
}

async function readHeader(file: Uint8Array): Promise<{ size: Size; max: number } | null> {
  try {
    const header = await sharp(file, { limitInputPixels: false }).metadata()
    return { size: header.autoOrient, max: maxPixelsOf(header) }
  } catch {
    return null
  }
}

/** Null when decoding fails for any reason: the file counts as damaged. */
async function encode(
  file: Uint8Array,
  maxPixels: number,
  size: Size,
): Promise<ReencodedImage | null> {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ ...size, fit: 'cover', position: 'centre' })
      .toColourspace('srgb')
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
