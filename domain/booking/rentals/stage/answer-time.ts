import type { RentalStatus } from '#db/enums.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { instantIn } from '#domain/shared/time/local-time.ts'
import { ANSWER_HOUR, ANSWER_HOURS, MIN_ANSWER_HOURS } from './deadline-days.ts'

const HOUR_MS = 3_600_000

/**
 * Until when a closet can answer a request (spec 5.6): for a day, but no longer than until the
 * evening before its first day, and for two hours at least.
 */
export function answerTime(
  { start, requestedAt }: { readonly start: CalendarDate; readonly requestedAt: Date },
  timeZone: string,
): Date {
  const after = (hours: number) => requestedAt.getTime() + hours * HOUR_MS
  const evening = instantIn(timeZone, addDays(start, -1), ANSWER_HOUR).getTime()
  return new Date(Math.max(after(MIN_ANSWER_HOURS), Math.min(after(ANSWER_HOURS), evening)))
}

/** Whether the time to answer the request is over; a job then ends it, if nobody has answered. */
export function isAnswerOver(
  rental: { readonly status: RentalStatus; readonly answer_by: Date | null },
  now: Date,
): boolean {
  return rental.status === 'pending' && rental.answer_by !== null && rental.answer_by <= now
}
