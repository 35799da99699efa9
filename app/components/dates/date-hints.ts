import { quote, readDates } from '#domain/booking/rentals/stage/quote.ts'
import {
  addDays,
  type CalendarDate,
  eachDay,
  totalDaysOf,
} from '#domain/shared/time/calendar-date.ts'
import { MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'

// Hints about whole weeks: fewer days that cost less, or more days that cost nothing.

const WEEK = 7
/** Hardly anyone gives up half a week to save credits. */
const FEW_DAYS = 2

export type DateHints = {
  /** `days` fewer cost `credits` less. */
  readonly saving: { readonly days: number; readonly credits: number } | null
  /** The last day that costs no more than the chosen one; null if it is the chosen one. */
  readonly samePriceUntil: CalendarDate | null
}

/** Hints about a complete range before renting. */
export function dateHints(
  range: { readonly start: CalendarDate; readonly end: CalendarDate },
  creditsPerDay: number,
  unavailable: ReadonlySet<CalendarDate>,
): DateHints {
  const totalDays = totalDaysOf(range.start, range.end)
  const over = totalDays % WEEK
  const now = quote(creditsPerDay, totalDays).totalCredits
  const saves = now - quote(creditsPerDay, totalDays - over).totalCredits
  const mayShorten = totalDays > WEEK && over > 0 && over <= FEW_DAYS && saves > 0
  const until = over === 0 ? null : addDays(range.end, WEEK - over)
  return {
    saving: mayShorten ? { days: over, credits: saves } : null,
    samePriceUntil: until && isFree(addDays(range.end, 1), until, unavailable) ? until : null,
  }
}

/**
 * The last of seven days from `start`; null when one of them is not available, or when no rental can
 * begin on `start`, which an address can set to any day.
 */
export function weekFrom(
  start: CalendarDate,
  today: CalendarDate,
  unavailable: ReadonlySet<CalendarDate>,
): CalendarDate | null {
  if ('reason' in readDates({ start, end: start }, today)) return null
  const end = addDays(start, WEEK - 1)
  return isFree(start, end, unavailable) ? end : null
}

function isFree(
  first: CalendarDate,
  last: CalendarDate,
  unavailable: ReadonlySet<CalendarDate>,
): boolean {
  const days = eachDay(first, last)
  return days.length <= MAX_RENTAL_DAYS && days.every((day) => !unavailable.has(day))
}
