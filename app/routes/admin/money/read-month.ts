import { adminIn, type Context, todayIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { monthIn } from '#domain/shared/time/local-time.ts'

/** The month of an address ('2026-11') that has begun; any other is not found. */
export function readMonth(context: Context, typed: string): string {
  const { clock, timeZone } = adminIn(context)
  const hasBegun = typed <= monthIn(timeZone, clock())
  return orNotFound(/^20\d\d-(0[1-9]|1[0-2])$/.test(typed) && hasBegun ? typed : null)
}

/** The day of this month until which its lines are shown; null for all of it. */
export function readDay(context: Context, request: Request, month: string): CalendarDate | null {
  const typed = new URL(request.url).searchParams.get('day')
  if (typed === null) return null
  const day = parseCalendarDate(typed)
  return orNotFound(day?.startsWith(month) && day <= todayIn(context) ? day : null)
}
