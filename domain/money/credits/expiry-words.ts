import { showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { lastDayOf, lastMomentOf, neverExpires } from './last-day.ts'

/** 'Feb 20, 2027', the last day on which it can be used; null if it never expires. */
export function lastDayInWords(expiresAt: Date, timeZone: string): string | null {
  return neverExpires(expiresAt) ? null : showDate(lastDayOf(expiresAt, timeZone))
}

/** 'Feb 20, 2027, 11:59 PM EST', its last moment; null if it never expires. */
export function lastMomentInWords(expiresAt: Date, timeZone: string): string | null {
  return neverExpires(expiresAt) ? null : showInstant(lastMomentOf(expiresAt), timeZone)
}
