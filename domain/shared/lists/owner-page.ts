import type { AccountType, BusinessStatus } from '#db/enums.ts'
import { pages } from '#domain/shared/pages.ts'

export type RentalOwner = {
  readonly owner_type: AccountType
  readonly owner_status: BusinessStatus | null
}

/**
 * The path of the owner's page of a rental; admins have their own. Null for a blocked closet, which
 * has no page; admins manage its rentals.
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
