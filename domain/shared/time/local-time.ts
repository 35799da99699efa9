import { addDays, type CalendarDate, calendarDateIn, parseCalendarDate } from './calendar-date.ts'

// Local time is converted here and in calendar-date.ts alone. The database has another release of
// the tz database than Node, so SQL gets instants and days, and never the name of a time zone.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time zones have had the offset of this year before it. */
const FIRST_YEAR_MS = Date.UTC(1900, 0, 1)

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  formats.set(timeZone, format)
  return format
}

/** What clocks in `timeZone` show, as if it were UTC. */
function clockAt(timeZone: string, at: number): number {
  const parts = formatFor(timeZone).formatToParts(at)
  const part = (name: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(({ type }) => type === name)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
}

function offsetAt(timeZone: string, at: number): number {
  const whole = Math.floor(Math.max(at, FIRST_YEAR_MS) / 1000) * 1000
  return clockAt(timeZone, whole) - whole
}

/** The first instant at which clocks in `timeZone` show this time or, where they skip it, a later one. */
function firstInstant(timeZone: string, clock: number): Date {
  const before = clock - offsetAt(timeZone, clock - DAY_MS)
  const after = clock - offsetAt(timeZone, clock + DAY_MS)
  const earlier = Math.min(before, after)
  const isReached = earlier + offsetAt(timeZone, earlier) >= clock
  return new Date(isReached ? earlier : Math.max(before, after))
}

const MAX_KNOWN = 4096
const known = new Map<string, number>()

/** When this hour of the day ('2026-11-20') begins in `timeZone` (an IANA name). */
export function instantIn(timeZone: string, day: string, hour = 0): Date {
  const key = `${timeZone} ${day} ${hour}`
  const found = known.get(key)
  if (found !== undefined) return new Date(found)
  const clock = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  if (Number.isNaN(clock)) throw new Error(`${day} is not a calendar date`)
  const at = firstInstant(timeZone, clock)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, at.getTime())
  return at
}

/** The first instant of a day ('2026-11-20') in `timeZone`. */
export function startOfDay(timeZone: string, day: string): Date {
  return instantIn(timeZone, day)
}

/** The first instant after a day ('2026-11-20') in `timeZone`. */
export function endOfDay(timeZone: string, day: string): Date {
  return instantIn(timeZone, day, 24)
}

/** The first instant of a month ('2026-11') in `timeZone`. */
export function startOfMonth(timeZone: string, month: string): Date {
  return startOfDay(timeZone, `${month}-01`)
}

/** The hour that clocks in `timeZone` show, from 0 to 23. */
export function hourIn(timeZone: string, at: Date): number {
  return new Date(at.getTime() + offsetAt(timeZone, at.getTime())).getUTCHours()
}

/** The month of an instant in `timeZone`: '2026-11'. */
export function monthIn(timeZone: string, at: Date): string {
  return calendarDateIn(timeZone, at).slice(0, 'YYYY-MM'.length)
}

/** '2027-01' for '2026-11' and 2. */
export function addToMonth(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  const year = String(Math.floor(count / 12)).padStart(4, '0')
  return `${year}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Every month from `first` to `last` ('2026-11'), both included. */
export function eachMonth(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addToMonth(month, 1)) months.push(month)
  return months
}

/** The last day of a month ('2026-11'). */
export function lastDayOf(month: string): CalendarDate {
  const next = parseCalendarDate(`${addToMonth(month, 1)}-01`)
  if (!next) throw new Error(`${month} is not a month that we rent in`)
  return addDays(next, -1)
}

/** The same day of a later month, or the last day of that month: Feb 28 for Jan 31 and 1. */
export function addMonthsToDay(day: CalendarDate, months: number): CalendarDate {
  const month = addToMonth(day.slice(0, 'YYYY-MM'.length), months)
  return parseCalendarDate(`${month}${day.slice('YYYY-MM'.length)}`) ?? lastDayOf(month)
}

/** '2026-11-20 14:05' in `timeZone`, for files that programs read. */
export function plainTime(timeZone: string, at: Date): string {
  const clock = new Date(at.getTime() + offsetAt(timeZone, at.getTime()))
  return clock.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')
}
