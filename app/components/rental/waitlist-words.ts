import { type CalendarDate, showDate } from '#domain/shared/calendar-date.ts'
import { counted } from '#domain/shared/figures.ts'

export const JOINING_FAILED = 'Error: Failed to join the waitlist. Please try again.'

/** 'Dec 5 to 12', 'Dec 30 to Jan 2', 'Dec 5'; with the year of the end if it is not this one. */
export function shortRange(start: CalendarDate, end: CalendarDate, today: CalendarDate): string {
  const [first, last] = [withoutYear(start), withoutYear(end)]
  const year = end.slice(0, 4) === today.slice(0, 4) ? '' : `, ${end.slice(0, 4)}`
  if (start === end) return `${first}${year}`
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${first} to ${sameMonth ? last.slice(4) : last}${year}`
}

/** 'Dec 5'. */
const withoutYear = (day: CalendarDate) => showDate(day).slice(0, -6)

/** '2nd in line'. */
export function placeInLine(place: number): string {
  return `${ordinal(place)} in line`
}

function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** '11 hours left', '40 minutes left': whole units, rounded down, from one minute on. */
export function timeLeft(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((until.getTime() - now.getTime()) / 60_000))
  return minutes < 60
    ? `${counted(minutes, 'minute')} left`
    : `${counted(Math.floor(minutes / 60), 'hour')} left`
}
