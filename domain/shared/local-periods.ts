import { type RawBuilder, sql } from 'kysely'
import { type CalendarDate, eachDay } from './calendar-date.ts'
import { addToMonth, startOfDay } from './local-time.ts'

/** A local day or month, with its first instant. */
export type LocalPeriod = { readonly name: string; readonly startsAt: Date }

/** Months from `first` ('2026-11') on. */
export function localMonths(timeZone: string, first: string, count: number): LocalPeriod[] {
  return Array.from({ length: count }, (_, n) => {
    const name = addToMonth(first, n)
    return { name, startsAt: startOfDay(timeZone, `${name}-01`) }
  })
}

export function localDays(timeZone: string, first: CalendarDate, last: CalendarDate) {
  return eachDay(first, last).map((name) => ({ name, startsAt: startOfDay(timeZone, name) }))
}

/**
 * SQL: the name of the period in which an instant falls. The periods are in order and without gaps;
 * the last one does not end, and null is before the first.
 */
export function periodOf(at: RawBuilder<unknown>, periods: readonly LocalPeriod[]) {
  const names = periods.map(({ name }) => name)
  const starts = periods.map(({ startsAt }) => startsAt.toISOString())
  return sql<string>`(${names}::text[])[width_bucket(${at}, ${starts}::timestamptz[])]`
}
