import {
  type CalendarDate,
  daysBetween,
  parseCalendarDate,
  totalDaysOf,
} from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'

export type DatesProblem =
  | { readonly reason: 'dates-missing' }
  | { readonly reason: 'dates-invalid' }
  | { readonly reason: 'dates-past' }
  | { readonly reason: 'dates-too-long'; readonly maxDays: number }
  | { readonly reason: 'dates-too-far'; readonly maxDaysAhead: number }

export type RentalDates = {
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly totalDays: number
}

/** Checks the dates of a form on their own (spec 4.3); `today` is the shop's date. */
export function readDates(
  posted: { readonly start: unknown; readonly end: unknown },
  today: CalendarDate,
): RentalDates | DatesProblem {
  const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''
  if (isBlank(posted.start) || isBlank(posted.end)) return { reason: 'dates-missing' }
  const start = parseCalendarDate(posted.start)
  const end = parseCalendarDate(posted.end)
  if (!start || !end || end < start) return { reason: 'dates-invalid' }
  if (start < today) return { reason: 'dates-past' }
  const totalDays = totalDaysOf(start, end)
  if (totalDays > MAX_RENTAL_DAYS) return { reason: 'dates-too-long', maxDays: MAX_RENTAL_DAYS }
  if (daysBetween(today, start) > MAX_DAYS_AHEAD)
    return { reason: 'dates-too-far', maxDaysAhead: MAX_DAYS_AHEAD }
  return { start, end, totalDays }
}
