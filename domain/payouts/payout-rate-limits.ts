import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'

/** Cents per credit; the database checks the same. */
export const MAX_RATE_CENTS = 100

/** How long closets know a new rate before it applies. */
export const RATE_NOTICE_DAYS = 30

/** The first day from which a rate that is announced today can apply: its midnight is far enough. */
export function firstRateDay(today: CalendarDate): CalendarDate {
  return addDays(today, RATE_NOTICE_DAYS + 1)
}
