import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'

/**
 * The first day on which dates can begin that somebody waits for: for earlier ones an offer would come
 * too late.
 * @param noticeDays those that the closet needs before a rental
 */
export function firstDayToWaitFor(today: CalendarDate, noticeDays: number): CalendarDate {
  return addDays(today, Math.max(1, noticeDays))
}
