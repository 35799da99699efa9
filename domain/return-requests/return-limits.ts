import type { ReturnReason } from '#db/enums.ts'

/** How long after the delivery a return can be requested. */
export const REQUEST_HOURS = 24

/** The days that stay paid when an item does not fit. */
export const PAID_DAYS = 2

/** The longest request, answer and reasons of a decision. */
export const MAX_RETURN_CHARACTERS = 2000

/** Photos that may go with a request. */
export const MAX_RETURN_PHOTOS = 6

const HOUR_MS = 3_600_000

/** When the time to request the return of an item delivered at `deliveredAt` ends. */
export function requestEnd(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + REQUEST_HOURS * HOUR_MS)
}

/** The credits that a request gives back once it is accepted and the item is returned. */
export function creditsBack(
  reason: ReturnReason,
  rental: { readonly totalCredits: number; readonly creditsPerDay: number },
): number {
  if (reason === 'not_as_described') return rental.totalCredits
  return Math.max(rental.totalCredits - PAID_DAYS * rental.creditsPerDay, 0)
}

/**
 * The part of these credits that the renter gets: goodwill for a swap goes first and does not come back,
 * so that the days that stay paid are paid by the renter.
 */
export function creditsForRenter(
  credits: number,
  { swapGoodwill }: { readonly swapGoodwill: number },
): number {
  return Math.max(credits - swapGoodwill, 0)
}
