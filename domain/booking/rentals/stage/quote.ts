import { creditsForRental, weeksOf } from '#domain/shared/rental-price.ts'

export {
  type DatesProblem,
  type RentalDates,
  readDates,
} from '#domain/booking/calendar/rental-dates.ts'

/** The number of days shown until a range is complete (spec 4.1). */
export const DEFAULT_DURATION_DAYS = 7

export type Quote = {
  readonly totalDays: number
  readonly weeks: number
  readonly totalCredits: number
}

/** The price of renting for `totalDays`: whole weeks, in credits. */
export function quote(creditsPerDay: number, totalDays: number): Quote {
  return {
    totalDays,
    weeks: weeksOf(totalDays),
    totalCredits: creditsForRental(creditsPerDay, totalDays),
  }
}

/** What a renter who did not come pays: the first week, in credits. */
export function firstWeek(creditsPerDay: number): number {
  return quote(creditsPerDay, 1).totalCredits
}
