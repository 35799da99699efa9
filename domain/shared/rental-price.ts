import { creditsPerWeek, DAYS_A_WEEK } from './credits.ts'

// Apart from `credits.ts`, which every page loads.

/** Rentals are charged in whole weeks (spec 4.1). */
export function weeksOf(totalDays: number): number {
  return Math.ceil(totalDays / DAYS_A_WEEK)
}

/** The price of a rental of `totalDays`, in credits. */
export function creditsForRental(creditsPerDay: number, totalDays: number): number {
  return weeksOf(totalDays) * creditsPerWeek(creditsPerDay)
}

/** The stored price for a weekly one, rounded up (spec 4.1): 10 a week is stored as 2 a day. */
export function creditsPerDayFromWeek(perWeek: number): number {
  return Math.ceil(perWeek / DAYS_A_WEEK)
}
