import { type RawBuilder, sql } from 'kysely'
import { type CalendarDate, eachDay } from './calendar-date.ts'
import { eachMonth, startOfDay, startOfMonth } from './local-time.ts'

/** A local day or month, with its first instant. */
export type LocalPeriod = { readonly name: string; readonly startsAt: Date }

/** The months from `first` to `last` ('2026-11'), both included. */
export function localMonths(timeZone: string, first: string, last: string): LocalPeriod[] {
  return eachMonth(first, last).map((name) => ({ name, startsAt: startOfMonth(timeZone, name) }))
}

/** The days from `first` to `last`, both included. */
export function localDays(
  timeZone: string,
  first: CalendarDate,
  last: CalendarDate,
): LocalPeriod[] {
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
