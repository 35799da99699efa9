import type { AccountType, BusinessStatus } from '#db/enums.ts'
import { pages } from './pages.ts'

export type RentalOwner = {
  readonly owner_type: AccountType
  readonly owner_status: BusinessStatus | null
}

/**
 * Where the owner of a rental sees it: admins have pages of their own. Null for a blocked closet,
 * which has no such page; admins run its rentals.
 */
export function ownerPageOf(
  { owner_type, owner_status }: RentalOwner,
  rentalId: string,
): string | null {
  if (owner_type === 'admin') return pages.adminRental(rentalId)
  return owner_type === 'business' && owner_status === 'approved'
    ? pages.closetRental(rentalId)
    : null
}
