import type { CalendarDate } from '#db/calendar-date.ts'

export type { CalendarDate }

const DAY_MS = 86_400_000

function isCalendarDate(text: string): text is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  // PostgreSQL's calendar has no year 0.
  if (text.startsWith('0000')) return false
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** The date, or null for anything that is not a calendar day, such as 29 February 2027. */
export function parseCalendarDate(text: unknown): CalendarDate | null {
  return typeof text === 'string' && isCalendarDate(text) ? text : null
}

function fromEpochDay(day: number): CalendarDate {
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (!isCalendarDate(text)) throw new Error(`${text} is no day that we rent on`)
  return text
}

function epochDay(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(epochDay(date) + days)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return epochDay(to) - epochDay(from)
}

/** A rental includes its first and its last day. */
export function totalDaysOf(start: CalendarDate, end: CalendarDate): number {
  return daysBetween(start, end) + 1
}

/** Every day from `start` to `end`, both included. */
export function eachDay(start: CalendarDate, end: CalendarDate): CalendarDate[] {
  const first = epochDay(start)
  return Array.from({ length: Math.max(0, totalDaysOf(start, end)) }, (_, i) =>
    fromEpochDay(first + i),
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format is far slower than using it, so formats are cached by time zone. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** The date on which the instant `at` falls in `timeZone` (an IANA name). */
export function calendarDateIn(timeZone: string, at: Date): CalendarDate {
  return dateOfParts(formatFor(timeZone).formatToParts(at))
}

/** The date of these parts in any order: the pattern of a locale can change with its data. */
export function dateOfParts(parts: readonly Intl.DateTimeFormatPart[]): CalendarDate {
  const part = (name: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === name)?.value ?? ''
  const text = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  if (!isCalendarDate(text)) throw new Error(`${text} is not a calendar date`)
  return text
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 'Nov 20, 2026', the same on the server and in every browser. */
export function showDate(date: CalendarDate): string {
  // Loading Intl takes about 60 ms on a phone, which would delay the first tap.
  const [year, month, day] = date.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`
}

/** 'Nov 2026'. */
export function showMonth(date: CalendarDate): string {
  return showDate(date).replace(/ \d+,/, '')
}

/** 'Nov 20, 2026' for a single day, otherwise 'Nov 20, 2026 to Nov 26, 2026'. */
export function rangeInWords(start: CalendarDate, end: CalendarDate): string {
  return start === end ? showDate(start) : `${showDate(start)} to ${showDate(end)}`
}

/** 'on Nov 20, 2026' for a single day, otherwise 'from Nov 20, 2026 to Nov 26, 2026'. */
export function datesInWords(start: CalendarDate, end: CalendarDate): string {
  return start === end ? `on ${showDate(start)}` : `from ${rangeInWords(start, end)}`
}
