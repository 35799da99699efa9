import type { ImageUse } from '#db/enums.ts'
import { LARGEST_FILE_BYTES } from '#domain/images/image-shapes.ts'

/** What is wrong with a chosen file before anybody has opened it, as a sentence; null when nothing. */
export function photoProblem(file: {
  readonly type: string
  readonly name: string
  readonly size: number
}): string | null {
  // Some systems know no type for the photos of phones; whether they open is tried.
  const mayBeImage = file.type === '' && /\.(heic|heif|avif)$/i.test(file.name)
  if (!file.type.startsWith('image/') && !mayBeImage) return 'Please select an image file'
  if (file.size > LARGEST_FILE_BYTES) return 'Image size must be less than 5MB'
  return null
}

/** Said when a picture cannot be opened or sent (business §8). */
export function unreadable(use: ImageUse): string {
  return use === 'logo'
    ? 'Error uploading logo. Please try again.'
    : 'Error uploading image. Please try again.'
}
