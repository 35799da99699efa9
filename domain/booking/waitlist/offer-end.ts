import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { hourIn, instantIn, startOfDay } from '#domain/shared/time/local-time.ts'

const OFFER_MS = 12 * 3_600_000
/** At night an offer lasts until noon at least. */
const NIGHT = { from: 20, to: 8 } as const
const NOON = 12

/**
 * Until when an offer lasts that is made at this instant: 12 hours; from 20:00 to 08:00 at least
 * until noon; never longer than the last day on which the item can still be rented for its dates,
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
  const isNight = hour >= NIGHT.from || hour < NIGHT.to
  const noon = instantIn(timeZone, hour >= NIGHT.from ? addDays(today, 1) : today, NOON)
  const wanted = isNight ? Math.max(lasts, noon.getTime()) : lasts
  const lastDayEnds = startOfDay(timeZone, addDays(start, 1 - Math.max(noticeDays, 1)))
  return new Date(Math.min(wanted, lastDayEnds.getTime()))
}
