import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

/** 'Dec 5', 'Dec 5–12', 'Dec 28 – Jan 3, 2027': the month once, the year unless it is this one. */
export function shortRange(start: CalendarDate, end: CalendarDate, today: CalendarDate): string {
  const year = (day: CalendarDate) => day.slice(0, 4)
  const month = (day: CalendarDate) => day.slice(0, 7)
  const withoutYear = (day: CalendarDate) => showDate(day).slice(0, -6)
  const last = year(end) === year(today) ? withoutYear(end) : showDate(end)
  if (start === end) return last
  const hasOwnYear = year(start) !== year(end) && year(start) !== year(today)
  const first = hasOwnYear ? showDate(start) : withoutYear(start)
  return month(start) === month(end) ? `${first}–${last.slice(4)}` : `${first} – ${last}`
}

/** 'on Dec 5', 'Dec 5–12'. */
export function shortDates(start: CalendarDate, end: CalendarDate, today: CalendarDate): string {
  return `${start === end ? 'on ' : ''}${shortRange(start, end, today)}`
}
