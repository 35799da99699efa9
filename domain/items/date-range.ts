import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'

/** Rentals begin at most a year ahead and last at most twelve weeks: no later day needs blocking. */
export const FARTHEST_DAY = 365 + 84

export type RangeProblem = 'dates-invalid' | 'dates-past' | 'dates-too-far'

/** Why these days, both included, cannot be blocked; null when they can. */
export function rangeProblem(
  start: CalendarDate,
  end: CalendarDate,
  today: CalendarDate,
): RangeProblem | null {
  if (end < start) return 'dates-invalid'
  if (start < today) return 'dates-past'
  return end > addDays(today, FARTHEST_DAY) ? 'dates-too-far' : null
}
