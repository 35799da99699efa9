import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/http/forms.ts'

/** Photos that may go with a handover. */
export const MAX_HANDOVER_PHOTOS = 6

/** The photos that came back with a problem. */
export function photosIn(answer: Problem | undefined) {
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  return ids.map(uploadedPhoto)
}
