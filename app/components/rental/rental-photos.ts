import { href } from 'react-router'

/** The addresses of photos of a condition report, an appeal or a return request. */
export function rentalPhotos(rentalId: string, imageIds: readonly string[]): string[] {
  return imageIds.map((image) => href('/rentals/:id/photos/:image', { id: rentalId, image }))
}
