import { href } from 'react-router'
import type { RentalId } from '#db/ids.ts'

export type RentalPaths = {
  readonly list: string
  readonly rental: (id: RentalId) => string
}

export const closetRentalPaths: RentalPaths = {
  list: href('/business/rentals'),
  rental: (id) => href('/business/rentals/:id', { id }),
}

export const adminRentalPaths: RentalPaths = {
  list: href('/admin/rentals'),
  rental: (id) => href('/admin/rentals/:id', { id }),
}
