import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { addMonthsToDay, endOfDay } from '#domain/shared/time/local-time.ts'

// Credits and gift codes are good until the end of a day in the time zone of the shop, so what
// screens and emails name is a day.

/** When credits expire that never do: no lot or code expires later. In SQL, `never()`. */
export const NEVER = new Date('9999-01-01T00:00:00Z')

export function neverExpires(expiresAt: Date): boolean {
  return expiresAt >= NEVER
}

/** The last day on which something can be used that expires at this instant. */
export function lastDayOf(expiresAt: Date, timeZone: string): CalendarDate {
  return calendarDateIn(timeZone, lastMomentOf(expiresAt))
}

/** The last moment at which it can be used, as people read it: 11:59 PM, not 12:00 AM. */
export function lastMomentOf(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - 1)
}

/** When something expires that would expire at this instant, but lasts until the end of that day. */
export function endOfLastDay(expiresAt: Date, timeZone: string): Date {
  if (neverExpires(expiresAt)) return NEVER
  return endOfDay(timeZone, lastDayOf(expiresAt, timeZone))
}

/**
 * When something expires that lasts for `months` from this instant: at the end of the same day of a
 * later month, or of the last day of that month if it has no such day; never without a number.
 */
export function endAfterMonths(at: Date, months: number | null, timeZone: string): Date {
  if (months === null) return NEVER
  return endOfDay(timeZone, addMonthsToDay(calendarDateIn(timeZone, at), months))
}
