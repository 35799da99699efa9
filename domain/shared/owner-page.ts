import type { AccountType } from '#db/enums.ts'
import { pages } from './pages.ts'

/**
 * Where the owner of an item manages its rental: admins have pages of their own. Null for an owner
 * who is no longer a closet: admins manage the rental.
 */
export function ownerPage(ownerType: AccountType, rentalId: string): string | null {
  if (ownerType === 'admin') return pages.adminRental(rentalId)
  return ownerType === 'business' ? pages.closetRental(rentalId) : null
}
