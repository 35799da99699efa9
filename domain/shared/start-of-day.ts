import { type CalendarDate, calendarDateIn, parseCalendarDate } from './calendar-date.ts'

const HOUR_MS = 3_600_000

/** The first instant, in whole seconds, of a day in `timeZone` (an IANA name). */
export function startOfDay(timeZone: string, day: CalendarDate): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // No time zone differs from UTC by more than 14 hours.
  let before = utc - 15 * HOUR_MS
  let at = utc + 15 * HOUR_MS
  while (at - before > 1000) {
    const middle = before + Math.floor((at - before) / 2000) * 1000
    if (calendarDateIn(timeZone, new Date(middle)) < day) before = middle
    else at = middle
  }
  return new Date(at)
}

/** The first instant of a year. */
export function startOfYear(timeZone: string, year: number): Date {
  const day = parseCalendarDate(`${year}-01-01`)
  if (!day) throw new Error(`${year} is not a year`)
  return startOfDay(timeZone, day)
}
