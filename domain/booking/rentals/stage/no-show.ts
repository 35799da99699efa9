import type { Cancellation, ReturnRequestStatus } from '#db/enums.ts'

/** What became of it that a renter is said not to have come. */
export type NoShow = 'recorded' | 'contested' | 'overturned'

type EndedRental = {
  readonly cancellation: Cancellation | null
  /** The status of the case about it; null if it was not contested. */
  readonly no_show_case: ReturnRequestStatus | null
}

/** Null for other rentals. A renter who withdrew the case or lost it did not come. */
export function noShowOf({ cancellation, no_show_case }: EndedRental): NoShow | null {
  if (cancellation !== 'no_show') return null
  if (no_show_case === 'accepted') return 'overturned'
  return no_show_case === 'open' || no_show_case === 'contested' ? 'contested' : 'recorded'
}

/** Why a renter who was right takes no other item. */
export const DAYS_OVER =
  'The days of your rental are over, so you cannot take another item in its place.'
