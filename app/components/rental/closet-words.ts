import { dayWithoutWeekday } from '#app/components/dates/dates-in-words.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

type TimeOff = { readonly start: CalendarDate; readonly end: CalendarDate }

/** When a closet rents out nothing, in a sentence without its full stop. */
export function awayInWords({ start, end }: TimeOff, today: CalendarDate): string {
  const last = dayWithoutWeekday(end, today)
  if (end === today) return 'Away today'
  if (start <= today) return `Away through ${last}`
  return start === end ? `Away ${last}` : `Away ${dayWithoutWeekday(start, today)} to ${last}`
}

/** From when on a closet rents out, with its notice and its next time off. */
export function dayNotice(
  { noticeDays, timeOff }: { readonly noticeDays: number; readonly timeOff: readonly TimeOff[] },
  today: CalendarDate,
): string {
  const first = addDays(today, noticeDays)
  const open = timeOff.reduce(
    (day, { start, end }) => (start <= day && day <= end ? addDays(end, 1) : day),
    first,
  )
  if (open !== first)
    return `Rentals can start on ${dayWithoutWeekday(open, today)} at the earliest.`
  if (noticeDays === 0) return 'Rentals can start today. Ask the closet about same-day delivery.'
  if (noticeDays === 1) return 'Rentals can start tomorrow at the earliest.'
  return `Rentals can start in ${noticeDays} days at the earliest.`
}

const HOUR_S = 3600

/** 'within an hour', 'within 3 hours', 'within a day'. */
export function answerTimeInWords(medianSeconds: number): string {
  const hours = Math.ceil(medianSeconds / HOUR_S)
  if (hours <= 1) return 'within an hour'
  return hours < 24 ? `within ${hours} hours` : 'within a day'
}
