import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

/**
 * The first possible start of dates to wait for; for earlier ones an offer would come too late.
 * @param noticeDays the days of notice that the closet needs before a rental
 */
export function firstDayToWaitFor(today: CalendarDate, noticeDays: number): CalendarDate {
  return addDays(today, Math.max(1, noticeDays))
}
