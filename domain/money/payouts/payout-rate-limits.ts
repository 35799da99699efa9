import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Cents per credit; the database checks the same. */
export const MAX_RATE_CENTS = 100

/** Days between the announcement of a rate and the day from which it applies. */
export const RATE_NOTICE_DAYS = 30

/** The first day from which a rate announced today can apply: its midnight is far enough away. */
export function firstRateDay(today: CalendarDate): CalendarDate {
  return addDays(today, RATE_NOTICE_DAYS + 1)
}
