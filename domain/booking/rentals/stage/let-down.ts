import type { Cancellation, ReturnRequestStatus } from '#db/enums.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { noShowOf } from './no-show.ts'
import { mayMove, type StagedRental } from './rental-stage.ts'

/** Goodwill for items taken in place of others, in credits for a person in a year. */
export const MAX_SWAP_GOODWILL = 60
export const SWAP_GOODWILL_DAYS = 365

/** A replacement costs at most this many times what the renter paid. */
export const MAX_SWAP_PRICE = 1.5

/** How a renter was let down who can still take another item (spec 5.11). */
export type LetDown =
  /** The previous rental of the item is late. */
  | 'at-risk'
  /** Its first day has passed, and it was not delivered. */
  | 'not-delivered'
  /** Canceled, and not by the renter. */
  | 'canceled'
  | 'not-as-described'
  /** Said not to have come, which did not stand. */
  | 'no-show-overturned'

const NOT_BY_RENTER: ReadonlySet<Cancellation> = new Set([
  'by_owner',
  'delivery_failed',
  'never_answered',
  'previous_rental_late',
])

export type LetDownRental = StagedRental & {
  readonly at_risk_since: Date | null
  readonly swapped_for: string | null
  /** It was returned because it was not as described, and its credits are back. */
  readonly not_as_described: boolean
  readonly no_show_case: ReturnRequestStatus | null
}

/** How its renter was let down; null if not, if the days are over, or if it was replaced already. */
export function letDownOf(rental: LetDownRental, today: CalendarDate): LetDown | null {
  if (rental.swapped_for !== null || rental.end_date < today) return null
  if (rental.not_as_described) return 'not-as-described'
  if (noShowOf(rental) === 'overturned') return 'no-show-overturned'
  if (rental.cancellation) return NOT_BY_RENTER.has(rental.cancellation) ? 'canceled' : null
  if (!mayMove('swap', 'renter', rental, today)) return null
  if (rental.at_risk_since) return 'at-risk'
  return rental.status === 'confirmed' && rental.start_date < today ? 'not-delivered' : null
}
