import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY } from '#domain/shared/time/rental-days.ts'

export type RangeProblem = 'dates-invalid' | 'dates-past' | 'dates-too-far'

/** Why these days, first and last included, cannot be blocked; null when they can. */
export function rangeProblem(
  start: CalendarDate,
  end: CalendarDate,
  today: CalendarDate,
): RangeProblem | null {
  if (end < start) return 'dates-invalid'
  if (start < today) return 'dates-past'
  return end > addDays(today, FARTHEST_DAY) ? 'dates-too-far' : null
}
