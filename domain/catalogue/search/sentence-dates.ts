import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { comingDay, dateOf, weekdayOf } from './coming-days.ts'
import { holidayAt } from './holidays.ts'
import { textAt, type Word } from './words-of.ts'

// Dates in a sentence: 'June 12-15', '6/12', 'next weekend', 'Labor Day weekend'.

export type SentenceDates = {
  readonly start: CalendarDate
  /** Before the start if it was typed so. */
  readonly end: CalendarDate
  /** How many words they take. */
  readonly length: number
}

type Day = { readonly day: CalendarDate; readonly length: number; readonly hasYear: boolean }

/** The dates that begin at a word; null if none do. */
export function datesAt(words: readonly Word[], at: number, today: CalendarDate) {
  return rangeAt(words, at, today) ?? spanAt(words, at, today)
}

function rangeAt(words: readonly Word[], at: number, today: CalendarDate): SentenceDates | null {
  const lead = ['from', 'between'].includes(textAt(words, at)) ? 1 : 0
  const first = dayAt(words, at + lead, today) ?? dayBeforeMonth(words, at + lead, today)
  if (!first) return null
  const next = at + lead + first.length
  if (textAt(words, next) === 'weekend')
    return { ...weekendOf(first.day), length: lead + first.length + 1 }
  const link = linkAt(words, next)
  const second = link === null ? null : endOfRange(words, next + link, first, today)
  if (link !== null && second)
    return { start: first.day, end: second.day, length: lead + first.length + link + second.length }
  return { start: first.day, end: first.day, length: lead + first.length }
}

export function isWeekday(text: string): boolean {
  return shortWeekday(text) >= 0
}

/** How many words join the two days of a range: none for a dash. Null without a range. */
function linkAt(words: readonly Word[], at: number): number | null {
  const word = words[at]
  if (!word) return null
  if (/^\s*-\s*$/.test(word.before)) return 0
  return ['to', 'through', 'thru', 'until', 'till', 'til', 'and'].includes(word.text) ? 1 : null
}

function endOfRange(words: readonly Word[], at: number, first: Day, today: CalendarDate) {
  const day = dayAt(words, at, today) ?? dayOfMonth(words, at, first)
  if (day && day.length === 1 && day.hasYear && day.day < first.day && isWeekday(textAt(words, at)))
    return { ...day, day: addDays(day.day, 7) }
  if (!day || day.hasYear || first.hasYear) return day
  // 'Dec 30 to Jan 2' ends in the next year, 'Jun 15 to 12' is a mistake.
  const [from, until] = [first.day.slice(5), day.day.slice(5)]
  const year = Number(first.day.slice(0, 4))
  const isNextYear = until < from && from >= '10' && until < '04'
  return { ...day, day: dateOf(year + (isNextYear ? 1 : 0), until) ?? day.day }
}

/** The '15' of 'June 12-15' and 'June 12 through the 15th'. */
function dayOfMonth(words: readonly Word[], at: number, { day, hasYear }: Day): Day | null {
  const the = textAt(words, at) === 'the' ? 1 : 0
  const number = dayNumber(words, at + the)
  const date = number && parseCalendarDate(`${day.slice(0, 8)}${number}`)
  return date ? { day: date, length: the + 1, hasYear } : null
}

/** The '2' of '2-4 July' and 'the 2nd to the 4th of July'. */
function dayBeforeMonth(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const the = textAt(words, at) === 'the' ? 1 : 0
  const number = dayNumber(words, at + the)
  const link = linkAt(words, at + the + 1)
  if (number === null || link === null) return null
  const next = at + the + 1 + link
  const last = dayAt(words, next, today)
  const isNamed =
    last && last.length > 1 && dayNumber(words, textAt(words, next) === 'the' ? next + 1 : next)
  const date = isNamed ? parseCalendarDate(`${last.day.slice(0, 8)}${number}`) : null
  return date && last ? { day: date, length: the + 1, hasYear: last.hasYear } : null
}

/** One day, such as 'Jun 12', '12 June', '6/12', '2027-06-12', 'tomorrow', 'next Friday'. */
function dayAt(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const shift = textAt(words, at) === 'the' ? 1 : 0
  const day =
    isoDay(words, at + shift) ??
    numericDay(words, at + shift, today) ??
    namedDay(words, at + shift, today) ??
    holidayDay(words, at + shift, today) ??
    relativeDay(words, at + shift, today)
  return day && { ...day, length: day.length + shift }
}

function isoDay(words: readonly Word[], at: number): Day | null {
  const [year, month, day] = [words[at], words[at + 1], words[at + 2]]
  if (month?.before !== '-' || day?.before !== '-') return null
  const date = parseCalendarDate(`${year?.text}-${month.text}-${day.text}`)
  return date && { day: date, length: 3, hasYear: true }
}

/** '6/12' and '6/12/27'; but neither '9 1/2' nor '3/4 sleeves'. */
function numericDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const [month, day, year] = [words[at], words[at + 1], words[at + 2]]
  if (!month || day?.before !== '/' || !isNumber(month.text) || !isNumber(day.text)) return null
  if (
    isNumber(textAt(words, at - 1)) &&
    /^(1\/[2348]|[2357]\/[348])$/.test(`${month.text}/${day.text}`)
  )
    return null
  const monthAndDay = `${month.text.padStart(2, '0')}-${day.text.padStart(2, '0')}`
  if (year?.before === '/' && /^(\d\d|\d{4})$/.test(year.text)) {
    const date = dateOf(Number(year.text.padStart(4, '20')), monthAndDay)
    return date && { day: date, length: 3, hasYear: true }
  }
  if (/^(sleeve|length|inch|zip)/.test(year?.text ?? '')) return null
  const date = comingDay(monthAndDay, today)
  return date && { day: date, length: 2, hasYear: false }
}

/** 'June 12', 'Jun 12th, 2027', '12 June' and '12th of June'. */
function namedDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const month = monthOf(textAt(words, at))
  if (month) return withYear(words, at + 1, month, dayNumber(words, at + 1), 2)
  const number = dayNumber(words, at)
  if (!number) return null
  const of = textAt(words, at + 1) === 'of' ? 1 : 0
  const after = monthOf(textAt(words, at + 1 + of))
  return after ? withYear(words, at + 1 + of, after, number, 2 + of) : null

  function withYear(
    all: readonly Word[],
    last: number,
    name: string,
    dayInMonth: string | null,
    length: number,
  ): Day | null {
    if (!dayInMonth) return null
    const year = textAt(all, last + 1)
    if (/^20\d\d$/.test(year)) {
      const date = dateOf(Number(year), `${name}-${dayInMonth}`)
      return date && { day: date, length: length + 1, hasYear: true }
    }
    const date = comingDay(`${name}-${dayInMonth}`, today)
    return date && { day: date, length, hasYear: false }
  }
}

function holidayDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const holiday = holidayAt(words, at, today)
  return holiday && !isParty(words, at + holiday.length) ? { ...holiday, hasYear: false } : null
}

/** A holiday party is not on the day of the holiday. */
function isParty(words: readonly Word[], at: number): boolean {
  return /^part(y|ies)$/.test(textAt(words, at)) && !/^eve$/.test(textAt(words, at - 1))
}

const RELATIVE: Readonly<Record<string, number>> = { today: 0, tonight: 0, tomorrow: 1 }

function relativeDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const text = textAt(words, at)
  const days = RELATIVE[text]
  if (days !== undefined) return { day: addDays(today, days), length: 1, hasYear: true }
  const inSome = /^\d{1,2}$/.test(textAt(words, at + 1)) && text === 'in'
  const unit = { day: 1, days: 1, week: 7, weeks: 7 }[textAt(words, at + 2)]
  if (inSome && unit)
    return { day: addDays(today, Number(textAt(words, at + 1)) * unit), length: 3, hasYear: true }
  return weekdayAt(words, at, today)
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** 'Friday' is the coming one, 'next Friday' that of next week. */
function weekdayAt(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const lead = ['this', 'next', 'coming'].find((word) => word === textAt(words, at))
  const text = textAt(words, lead ? at + 1 : at)
  const full = WEEKDAYS.findIndex((name) => name === text || `${name}s` === text)
  // 'Sat' and 'Sun' are also other words: short names need 'this', 'next', a range or a date.
  const [before, after] = [linkAt(words, at) ?? linkAt(words, at - 1), linkAt(words, at + 1)]
  const isInRange =
    (before !== null && shortWeekday(textAt(words, at - 1 - before)) >= 0) ||
    (after !== null && shortWeekday(textAt(words, at + 1 + after)) >= 0)
  const next = at + (lead ? 2 : 1)
  const isBeforeDate = namedDay(words, next, today) ?? numericDay(words, next, today)
  const weekday = full < 0 && (lead || isInRange || isBeforeDate) ? shortWeekday(text) : full
  if (weekday < 0) return null
  const days = (weekday - weekdayOf(today) + 7) % 7
  const later = lead === 'next' && days + weekdayFromMonday(today) < 7 ? 7 : 0
  return { day: addDays(today, days + later), length: lead ? 2 : 1, hasYear: true }
}

/** The number of 'fri', 'thurs' or 'friday'; negative for other words. */
function shortWeekday(text: string): number {
  return text.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(text))
}

/** The weekend at a day: with it, if it is a Thursday, Friday or Monday. */
function weekendOf(day: CalendarDate) {
  const weekday = weekdayFromMonday(day)
  const saturday = addDays(day, weekday === 0 ? -2 : 5 - weekday)
  return {
    start: weekday >= 3 && day < saturday ? day : saturday,
    end: weekday === 0 ? day : addDays(saturday, 1),
  }
}

/** 'The weekend of June 5', 'the week of June 7': Monday to Sunday. */
function surroundingsAt(words: readonly Word[], at: number, today: CalendarDate) {
  const the = textAt(words, at) === 'the' ? 1 : 0
  const name = textAt(words, at + the)
  if (!['weekend', 'week'].includes(name) || textAt(words, at + the + 1) !== 'of') return null
  const first = dayAt(words, at + the + 2, today)
  if (!first) return null
  const monday = addDays(first.day, -weekdayFromMonday(first.day))
  const days = name === 'week' ? { start: monday, end: addDays(monday, 6) } : weekendOf(first.day)
  return { ...days, length: the + 2 + first.length }
}

/** Several days with a name: a weekend or a week. */
function spanAt(words: readonly Word[], at: number, today: CalendarDate): SentenceDates | null {
  const [lead, name] = [textAt(words, at), textAt(words, at + 1)]
  const around = surroundingsAt(words, at, today)
  if (around) return around
  if (!['this', 'next', 'the', 'coming'].includes(lead)) return null
  const monday = addDays(today, -weekdayFromMonday(today))
  const later = lead === 'next' ? 7 : 0
  if (name === 'weekend') {
    const saturday = addDays(monday, 5 + later)
    const start = saturday < today ? today : saturday
    return { start, end: addDays(monday, 6 + later), length: 2 }
  }
  if (name === 'week' && lead === 'next')
    return { start: addDays(monday, 7), end: addDays(monday, 13), length: 2 }
  return null
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** '06' for 'june', 'jun' and 'june.'; null for other words. */
function monthOf(text: string): string | null {
  const index = MONTHS.findIndex(
    (name) => name === text || (text.length >= 3 && text.length <= 4 && name.startsWith(text)),
  )
  return index < 0 ? null : String(index + 1).padStart(2, '0')
}

/** '05' for '5', '5th'. */
function dayNumber(words: readonly Word[], at: number): string | null {
  const number = /^(\d{1,2})(st|nd|rd|th)?$/.exec(textAt(words, at))?.[1]
  const isOne = number && Number(number) >= 1 && Number(number) <= 31
  return isOne && words[at + 1]?.before !== '/' ? number.padStart(2, '0') : null
}

function weekdayFromMonday(day: CalendarDate): number {
  return (weekdayOf(day) + 6) % 7
}

function isNumber(text: string): boolean {
  return /^\d{1,2}$/.test(text)
}

/** A month alone is no date. */
export function isMonth(word: string): boolean {
  return MONTHS.includes(word)
}
