import type { Problem } from '#app/http/forms.ts'
import { imageAddress } from '#domain/shared/image-address.ts'

/** Photos that may go with a handover. */
export const MAX_HANDOVER_PHOTOS = 6

/** The photos that came back with a problem. */
export function photosIn(answer: Problem | undefined) {
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  return ids.map((id) => ({ id, url: imageAddress(id) }))
}
