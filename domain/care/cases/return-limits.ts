import type { Cancellation, ReturnReason } from '#db/enums.ts'
import { firstWeek } from '#domain/booking/rentals/stage/quote.ts'

/** How long after the delivery a return can be requested. */
export const REQUEST_HOURS = 24

/** The days that stay paid when an item does not fit. */
export const PAID_DAYS = 2

const HOUR_MS = 3_600_000

/** When the time to request the return of an item delivered at `deliveredAt` ends. */
export function requestEnd(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + REQUEST_HOURS * HOUR_MS)
}

/** The credits that an accepted request restores once the item is returned. */
export function creditsBack(
  reason: ReturnReason,
  rental: { readonly totalCredits: number; readonly creditsPerDay: number },
): number {
  if (reason === 'not_as_described') return rental.totalCredits
  if (reason === 'no_show') return firstWeek(rental.creditsPerDay)
  return Math.max(rental.totalCredits - PAID_DAYS * rental.creditsPerDay, 0)
}

/**
 * The part of these credits that the renter gets. Goodwill for a swap is deducted first and is
 * never restored, so that the days that stay paid are paid by the renter.
 */
export function creditsForRenter(
  credits: number,
  rental: {
    readonly swapGoodwill: number
    readonly totalCredits: number
    readonly creditsPerDay: number
    readonly cancellation: Cancellation | null
  },
): number {
  const { swapGoodwill, totalCredits, creditsPerDay, cancellation } = rental
  // What came back when the renter did not come.
  const before = cancellation === 'no_show' ? totalCredits - firstWeek(creditsPerDay) : 0
  return Math.max(credits - Math.max(swapGoodwill - before, 0), 0)
}
