import type { LiveRental } from '#domain/booking/calendar/calendar.ts'
import { counted } from '#domain/shared/figures.ts'

export const JOINING_FAILED = 'Error: Failed to join the waitlist. Please try again.'

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

/** Why somebody cannot rent, or wait for, what they have. */
export function alreadyRented({ status }: Pick<LiveRental, 'status'>): string {
  return status === 'pending' ? 'You already requested this.' : 'You already rented this.'
}
