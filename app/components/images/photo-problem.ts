import type { ImageUse } from '#db/enums.ts'
import {
  FILE_TOO_LARGE,
  imageShapes,
  MAX_FILE_BYTES,
  type Size,
  tooSmallSentence,
} from '#domain/catalogue/images/image-shapes.ts'
import { uploadFailed } from './image-sentences.ts'
import { inspectPhoto } from './photo-file.ts'

/** The accepted file types, for the file input. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

const UNSUPPORTED_TYPE = 'Please choose a JPEG, PNG or WebP photo.'
const DAMAGED_PHOTO = 'This photo is damaged. Please choose another one.'

/** What is wrong with a selected file before opening it, as a sentence; null when nothing is. */
export function photoProblem(file: {
  readonly type: string
  readonly name: string
  readonly size: number
}): string | null {
  // Some systems report no type for a phone's photos.
  const isNamedImage = file.type === '' && /\.(heic|heif|avif)$/i.test(file.name)
  if (!file.type.startsWith('image/') && !isNamedImage) return 'Please select an image file'
  if (!PHOTO_TYPES.split(',').includes(file.type)) return UNSUPPORTED_TYPE
  if (file.size > MAX_FILE_BYTES) return FILE_TOO_LARGE
  return null
}

/** What is wrong with the contents of a file with a valid name and type. */
export async function photoContentProblem(file: Blob, use: ImageUse): Promise<string | null> {
  try {
    const found = inspectPhoto(new Uint8Array(await file.arrayBuffer()))
    if (found === 'whole') return null
    return found === 'cut-off' ? DAMAGED_PHOTO : uploadFailed(use)
  } catch {
    return uploadFailed(use)
  }
}

/** The message for a photo that is too small; null when it is large enough. */
export function sizeProblem(photo: Size, use: ImageUse): string | null {
  const minSize = imageShapes[use].smallest
  return minSize && (photo.width < minSize.width || photo.height < minSize.height)
    ? tooSmallSentence(minSize)
    : null
}
