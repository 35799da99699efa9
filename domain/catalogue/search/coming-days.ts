import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

/** The day of a year; `monthAndDay` is '06-12'. Null for February 30. */
export function dateOf(year: number, monthAndDay: string): CalendarDate | null {
  return parseCalendarDate(`${year}-${monthAndDay}`)
}

/** The next such day from today on: what is past means next year, and Feb 29 a leap year. */
export function comingDay(monthAndDay: string, today: CalendarDate): CalendarDate | null {
  const year = Number(today.slice(0, 4))
  const days = Array.from({ length: 9 }, (_, later) => dateOf(year + later, monthAndDay))
  return days.find((day) => day !== null && day >= today) ?? null
}

/** 0 for Sunday. */
export function weekdayOf(day: CalendarDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
