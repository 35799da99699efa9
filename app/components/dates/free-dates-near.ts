import { addDays, type CalendarDate, eachDay } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD } from '#domain/shared/time/rental-days.ts'

type Dates = { readonly start: CalendarDate; readonly end: CalendarDate }

/** How far before and after the chosen dates others are offered, in days. */
const NEAR = 28

/** As many free days, nearest to the chosen ones: before and after them. */
export function freeDatesNear(
  { start, end }: Dates,
  today: CalendarDate,
  unavailable: ReadonlySet<CalendarDate>,
): readonly Dates[] {
  const farthest = addDays(today, MAX_DAYS_AHEAD)
  const shifted = (days: number) => ({ start: addDays(start, days), end: addDays(end, days) })
  const isFree = (dates: Dates) =>
    dates.start >= today &&
    dates.start <= farthest &&
    eachDay(dates.start, dates.end).every((day) => !unavailable.has(day))
  const nearest = (direction: 1 | -1) =>
    Array.from({ length: NEAR }, (_, index) => shifted(direction * (index + 1))).find(isFree)
  return [nearest(-1), nearest(1)].filter((dates) => dates !== undefined)
}
