import type { RentalRecord } from '#domain/rentals/rental-records.ts'

/**
 * A closet that has not agreed to new terms finishes the rentals that it has accepted, and can only
 * decline new requests.
 */
export function withoutConsent<Rental extends Pick<RentalRecord, 'moves'>>(
  { consentIsDue }: { readonly consentIsDue: boolean },
  rental: Rental,
): Rental {
  const { moves } = rental
  if (!consentIsDue || !moves.includes('accept')) return rental
  return { ...rental, moves: moves.filter((move) => move === 'cancel') }
}
