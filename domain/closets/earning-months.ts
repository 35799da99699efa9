import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { startOfDay } from '#domain/shared/start-of-day.ts'

/** Months from `since` to `until` ('YYYY-MM'), both included, in a time zone (an IANA name). */
export type EarningMonths = {
  readonly since: string
  readonly until: string
  readonly timeZone: string
}

/** All months of a year. */
export function monthsOfYear(year: number, timeZone: string): EarningMonths {
  return { since: `${year}-01`, until: `${year}-12`, timeZone }
}

/** '2027-01' for '2026-12'. */
export function monthAfter(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`
}

export function monthsBetween({ since, until }: EarningMonths): string[] {
  const months: string[] = []
  for (let month = since; month <= until; month = monthAfter(month)) months.push(month)
  return months
}

/** The first instant of a month. */
export function startOfMonth(month: string, timeZone: string): Date {
  const day = parseCalendarDate(`${month}-01`)
  if (!day) throw new Error(`${month} is not a month`)
  return startOfDay(timeZone, day)
}
