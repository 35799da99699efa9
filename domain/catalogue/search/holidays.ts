import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { comingDay, dateOf, weekdayOf } from './coming-days.ts'
import type { Word } from './words-of.ts'

// Named days of the United States, by the words that people type.

/** On the same date each year. */
const FIXED: Readonly<Record<string, string>> = {
  'new years eve': '12-31',
  nye: '12-31',
  'new years day': '01-01',
  'valentines day': '02-14',
  valentines: '02-14',
  'valentine day': '02-14',
  'st patricks day': '03-17',
  'saint patricks day': '03-17',
  'st pattys day': '03-17',
  'cinco de mayo': '05-05',
  juneteenth: '06-19',
  'fourth of july': '07-04',
  'independence day': '07-04',
  halloween: '10-31',
  'veterans day': '11-11',
  'christmas eve': '12-24',
  'christmas day': '12-25',
  christmas: '12-25',
  xmas: '12-25',
}

/** On the nth weekday of a month, the last one for -1, and some days later. */
type Moving = readonly [month: number, weekday: number, nth: number, daysLater?: number]

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const thanksgiving: Moving = [11, THURSDAY, 4]

const MOVING: Readonly<Record<string, Moving>> = {
  'mlk day': [1, MONDAY, 3],
  'martin luther king day': [1, MONDAY, 3],
  'presidents day': [2, MONDAY, 3],
  'mothers day': [5, SUNDAY, 2],
  'memorial day': [5, MONDAY, -1],
  'fathers day': [6, SUNDAY, 3],
  'labor day': [9, MONDAY, 1],
  'columbus day': [10, MONDAY, 2],
  'indigenous peoples day': [10, MONDAY, 2],
  'thanksgiving day': thanksgiving,
  thanksgiving: thanksgiving,
  'black friday': [11, THURSDAY, 4, 1],
}

/** Days after Easter Sunday. */
const EASTER: Readonly<Record<string, number>> = {
  'easter sunday': 0,
  easter: 0,
  'good friday': -2,
}

const MAX_WORDS = 4

/** The coming holiday whose name begins at a word; null if none does. */
export function holidayAt(words: readonly Word[], at: number, today: CalendarDate) {
  for (let length = MAX_WORDS; length > 0; length--) {
    const name = words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    const day = at + length <= words.length ? comingHoliday(name, today) : null

    if (day) return { day, length }
  }
  return null
}

function comingHoliday(name: string, today: CalendarDate): CalendarDate | null {
  const fixed = FIXED[name]
  if (fixed) return comingDay(fixed, today)
  const year = Number(today.slice(0, 4))
  const days = [year, year + 1].map((one) => movingHoliday(name, one))
  return days.find((day) => day !== null && day >= today) ?? null
}

function movingHoliday(name: string, year: number): CalendarDate | null {
  const moving = MOVING[name]
  if (moving) return nthWeekday(year, moving)
  const afterEaster = EASTER[name]
  return afterEaster === undefined ? null : addDays(easterIn(year), afterEaster)
}

function nthWeekday(year: number, [month, weekday, nth, later = 0]: Moving): CalendarDate {
  const first = dayIn(year, month, 1)
  const days = (weekday - weekdayOf(first) + 7) % 7
  const weeks = nth > 0 ? nth - 1 : days + 28 < 31 ? 4 : 3
  return addDays(first, days + 7 * weeks + later)
}

/** By the anonymous Gregorian algorithm. */
function easterIn(year: number): CalendarDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((8 * b + 13) / 25)
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7
  const g = Math.floor((a + 11 * e + 22 * f) / 451)
  const days = e + f - 7 * g + 114
  return dayIn(year, Math.floor(days / 31), (days % 31) + 1)
}

function dayIn(year: number, month: number, day: number): CalendarDate {
  const date = dateOf(year, `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
  if (!date) throw new Error(`${year}-${month}-${day} is no day`)
  return date
}
