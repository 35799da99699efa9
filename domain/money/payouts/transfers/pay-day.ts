import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Closets are paid on this day of the month, in the time zone of the shop. */
const PAY_DAY = 5

/** The smallest transfer, in cents: each account that is paid costs us a fee. */
export const MIN_TRANSFER_CENTS = 2500

const dayOfMonth = (day: CalendarDate) => Number(day.slice(8))

/** The first day of a day's month. */
export function monthOf(day: CalendarDate): CalendarDate {
  return addDays(day, 1 - dayOfMonth(day))
}

/** Whether the run of this month is due. */
export function isPayDayReached(today: CalendarDate): boolean {
  return dayOfMonth(today) >= PAY_DAY
}

/** Whether the run of this month, if it is still due, is late. */
export function isAfterPayDay(today: CalendarDate): boolean {
  return dayOfMonth(today) > PAY_DAY
}

/** The pay day of this month, or today once it has passed: a late run is due at once. */
export function payDayOf(today: CalendarDate): CalendarDate {
  return isPayDayReached(today) ? today : addDays(monthOf(today), PAY_DAY - 1)
}

/** The pay day of the next month. */
export function payDayAfter(today: CalendarDate): CalendarDate {
  return addDays(monthOf(addDays(monthOf(today), 31)), PAY_DAY - 1)
}
