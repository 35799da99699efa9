import type { CalendarDate } from '#domain/shared/calendar-date.ts'

/** 'Fri, Nov 20', with the year where it is not the current one. */
export function dayInWords(day: CalendarDate, today: CalendarDate): string {
  const thisYear = day.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!thisYear && { year: 'numeric' as const }),
  }).format(new Date(`${day}T00:00:00Z`))
}

/** What the field of the dates says: a whole range, half of one, or what to do. */
export function datesInWords(
  start: CalendarDate | null,
  end: CalendarDate | null,
  today: CalendarDate,
): string {
  if (!start) return end ? `… to ${dayInWords(end, today)}` : 'Choose your dates'
  if (!end) return `${dayInWords(start, today)} to …`
  if (start === end) return dayInWords(start, today)
  return `${dayInWords(start, today)} to ${dayInWords(end, today)}`
}
