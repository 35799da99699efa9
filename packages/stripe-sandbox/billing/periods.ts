import type { Price } from '#sandbox/core/objects.ts'

type Recurring = Pick<NonNullable<Price['recurring']>, 'interval' | 'interval_count'>

const daySeconds = 24 * 60 * 60
const longestDays = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 31],
  ['year', 366],
])

/**
 * The first end of a period after `at`, counted from the anchor and never from the previous period:
 * a period that began on 31 January ends on 28 February, the next one on 31 March.
 */
export function periodEndAfter(anchor: number, recurring: Recurring, at: number): number {
  let periods = Math.max(1, estimate(anchor, recurring, at))
  while (boundary(anchor, recurring, periods) <= at) periods += 1
  return boundary(anchor, recurring, periods)
}

/** The anchor moved by whole periods, in UTC. */
function boundary(
  anchor: number,
  { interval, interval_count }: Recurring,
  periods: number,
): number {
  const count = interval_count * periods
  if (interval === 'day') return anchor + count * daySeconds
  if (interval === 'week') return anchor + count * 7 * daySeconds
  return addMonths(anchor, interval === 'year' ? count * 12 : count)
}

/** The same day and time in a later month, or that month's last day. */
function addMonths(at: number, months: number): number {
  const date = new Date(at * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

/** A lower bound of the number of periods that have passed. */
function estimate(anchor: number, { interval, interval_count }: Recurring, at: number): number {
  const longest = longestDays.get(interval) ?? 366
  return Math.floor((at - anchor) / (longest * daySeconds * interval_count))
}
