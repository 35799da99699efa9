import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/forms/forms.ts'

/** The maximum number of photos of a handover. */
export const MAX_HANDOVER_PHOTOS = 6

/** The photos of a form that was refused. */
export function photosIn(answer: Problem | undefined) {
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  return ids.map(uploadedPhoto)
}
