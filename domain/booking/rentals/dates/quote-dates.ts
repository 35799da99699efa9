import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { type DatesProblem, quote, readDates } from '#domain/booking/rentals/stage/quote.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate, eachDay } from '#domain/shared/time/calendar-date.ts'

// Pure: the price of other dates, for the screen and the command.

/** To which dates a rental can move, and for what price. */
export type DatesOffer = {
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly creditsPerDay: number
  /** Credits that it costs on its dates. */
  readonly paid: number
  /** Days from today on that it cannot have. */
  readonly unavailable: readonly CalendarDate[]
}

/** A move of a rental to other dates. */
export type QuotedDates = {
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** What it costs more; less than 0 for what it returns. */
  readonly credits: number
}

export type QuoteProblem =
  | DatesProblem
  /** They are those of the rental. */
  | { readonly reason: 'dates-same' }
  | { readonly reason: 'dates-taken' }

/** What other dates would cost, or why they are not possible. */
export function quoteDates(
  offer: DatesOffer,
  submitted: { readonly start: unknown; readonly end: unknown },
  today: CalendarDate,
): Outcome<QuotedDates, QuoteProblem> {
  const dates = readDates(submitted, today)
  if ('reason' in dates) return refused(dates)
  const { start, end, totalDays } = dates
  if (start === offer.start && end === offer.end) return refused({ reason: 'dates-same' })
  const taken = new Set(offer.unavailable)
  const added = daysAdded(dates, { start: offer.start, end: offer.end })
  if (added.some((days) => eachDay(days.start, days.end).some((day) => taken.has(day))))
    return refused({ reason: 'dates-taken' })
  const { totalCredits } = quote(offer.creditsPerDay, totalDays)
  return done({ start, end, credits: totalCredits - offer.paid })
}

/** The days of the first range that are not in the second: none, one range or two. */
export function daysAdded(dates: DateRange, before: DateRange): readonly DateRange[] {
  if (dates.end < before.start || dates.start > before.end) return [dates]
  return [
    ...(dates.start < before.start ? [{ ...dates, end: addDays(before.start, -1) }] : []),
    ...(dates.end > before.end ? [{ ...dates, start: addDays(before.end, 1) }] : []),
  ]
}
