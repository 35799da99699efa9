import { addToMonth, startOfDay } from '#domain/shared/local-time.ts'

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
  return addToMonth(month, 1)
}

export function monthsBetween({ since, until }: EarningMonths): string[] {
  const months: string[] = []
  for (let month = since; month <= until; month = monthAfter(month)) months.push(month)
  return months
}

/** The first instant of a month. */
export function startOfMonth(month: string, timeZone: string): Date {
  return startOfDay(timeZone, `${month}-01`)
}
