import { dateAt, instantOf } from './local-time.ts'

const DAY_MS = 86_400_000

/** When credits expire that never do. */
export const NEVER = Date.parse('9999-01-01T00:00:00Z')

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
}

/** The end of the day there on which credits would expire at this instant. */
export function endOfDay(at: number): number {
  if (at >= NEVER) return NEVER
  return instantOf(dayAfter(dateAt(at - 1)), 0)
}

/** When credits expire that last for some months: at the end of the same day of a later month. */
export function endAfterMonths(at: number, months: number | null): number {
  if (months === null) return NEVER
  const last = new Date(monthsAfter(Date.parse(dateAt(at)), months))
  return instantOf(dayAfter(last.toISOString().slice(0, 10)), 0)
}

/** The same day and time in a later month in UTC, or that month's last day. */
export function monthsAfter(at: number, months: number): number {
  const day = new Date(at)
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)
  const lastDay = new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0),
  ).getUTCDate()
  const midnight = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
  return first + (Math.min(day.getUTCDate(), lastDay) - 1) * 86_400_000 + (at - midnight)
}
