import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { hourIn, instantIn, startOfDay } from '#domain/shared/time/local-time.ts'

const OFFER_MS = 12 * 3_600_000
const NOON = 12

/**
 * Until when an offer lasts that is made at this instant: 12 hours, and until the next noon at
 * least, so that none ends at night; never longer than the last day on which the item can still be rented for its dates,
 * which is the day before the start, or earlier if the closet needs more days of notice.
 */
export function offerEnd(
  at: Date,
  { start, noticeDays }: { readonly start: CalendarDate; readonly noticeDays: number },
  timeZone: string,
): Date {
  const lasts = at.getTime() + OFFER_MS
  const hour = hourIn(timeZone, at)
  const today = calendarDateIn(timeZone, at)
  const noon = instantIn(timeZone, hour >= NOON ? addDays(today, 1) : today, NOON)
  const lastDayEnds = startOfDay(timeZone, addDays(start, 1 - Math.max(noticeDays, 1)))
  return new Date(Math.min(Math.max(lasts, noon.getTime()), lastDayEnds.getTime()))
}
