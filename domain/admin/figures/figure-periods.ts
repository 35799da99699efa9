import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, eachMonth } from '#domain/shared/time/local-time.ts'

// The periods of the figures, in a separate file so that screens do not import queries.

/** The period of the overview and of requests. */
export const FIGURE_DAYS = 30
/** The cities that have a row of their own. */
export const SHOWN_CITIES = 20

export const FIGURE_MONTHS = 12
/** The period over which the value of a spent credit is measured. */
export const VALUE_DAYS = 90
/** The period of what items in place of others cost. */
export const REPLACEMENT_DAYS = 365

/** The last twelve months as '2026-11', the current one last. */
export function lastMonths(today: CalendarDate): string[] {
  return monthsFrom(today, 1 - FIGURE_MONTHS)
}

/** This month and the next eleven. */
export function nextMonths(today: CalendarDate): string[] {
  return monthsFrom(today, 0)
}

function monthsFrom(today: CalendarDate, offset: number): string[] {
  const first = addToMonth(today.slice(0, 'YYYY-MM'.length), offset)
  return eachMonth(first, addToMonth(first, FIGURE_MONTHS - 1))
}

/** The parts of the money page, in the order of its tabs. */
export const moneyParts = ['refunds', 'open', 'disputes', 'events', 'unexplained'] as const
export type MoneyPart = (typeof moneyParts)[number]
