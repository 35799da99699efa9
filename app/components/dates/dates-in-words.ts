import type { DatesProblem } from '#domain/booking/rentals/stage/quote.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Fri, Nov 20', with the year if it is not the current one. */
export function dayInWords(day: CalendarDate, today: CalendarDate): string {
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${dayWithoutWeekday(day, today)}`
}

/** 'Nov 20', with the year if it is not the current one. */
export function dayWithoutWeekday(day: CalendarDate, today: CalendarDate): string {
  const inFull = showDate(day)
  return sameYear(day, today) ? inFull.slice(0, -6) : inFull
}

/** The text of the dates field: a range with its year once, its first half, or a prompt. */
export function datesInWords(
  start: CalendarDate | null,
  end: CalendarDate | null,
  today: CalendarDate,
): string {
  if (!start) return end ? `… to ${dayInWords(end, today)}` : 'Choose your dates'
  if (!end) return `${dayInWords(start, today)} to …`
  if (start === end) return dayInWords(start, today)
  return `${dayInWords(start, sameYear(start, end) ? start : today)} to ${dayInWords(end, today)}`
}

const sameYear = (one: CalendarDate, other: CalendarDate) => one.slice(0, 4) === other.slice(0, 4)

export const DATE_SENTENCES = {
  'dates-invalid': 'Please select valid dates.',
  'dates-past': 'Rentals cannot begin in the past.',
  'dates-too-long': `A rental can be ${MAX_RENTAL_DAYS} days at most.`,
  'dates-too-far': `You can book up to ${MAX_DAYS_AHEAD} days ahead.`,
} as const satisfies Record<Exclude<DatesProblem['reason'], 'dates-missing'>, string>

/** The message for unavailable dates, with the end of a hold for another shopper, if any. */
export function datesTakenSentence(heldUntil: string | null): string {
  const sentence = 'Selected dates are not available. Please choose different dates.'
  return heldUntil ? `${sentence} They are held for somebody else until ${heldUntil}.` : sentence
}
