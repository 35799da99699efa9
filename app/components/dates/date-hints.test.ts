import { expect, test } from 'vitest'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { dateHints, weekFrom } from './date-hints.ts'

function day(number: number): CalendarDate {
  const date = parseCalendarDate(`2026-12-${String(number).padStart(2, '0')}`)
  if (!date) throw new Error('not a day')
  return date
}

function hints(first: number, last: number, taken: readonly number[] = []) {
  return dateHints({ start: day(first), end: day(last) }, 7, new Set(taken.map(day)))
}

test.each([
  ['a whole week says nothing', 1, 7, null, null],
  ['one day can be kept for the rest of the week', 1, 1, null, day(7)],
  ['six days can be kept for one more', 1, 6, null, day(7)],
  ['an eighth day doubles the price', 1, 8, { days: 1, credits: 49 }, day(14)],
  ['nine days are two too many', 1, 9, { days: 2, credits: 49 }, day(14)],
  ['ten days are wanted', 1, 10, null, day(14)],
  ['two whole weeks say nothing', 1, 14, null, null],
])('%s', (_, first, last, saving, samePriceUntil) => {
  expect(hints(first, last)).toEqual({ saving, samePriceUntil })
})

test('days that are not available are not suggested', () => {
  expect(hints(1, 5, [7]).samePriceUntil).toBeNull()
  expect(weekFrom(day(1), day(1), new Set([day(7)]))).toBeNull()
  expect(weekFrom(day(1), day(1), new Set([day(8)]))).toBe(day(7))
})

test('no week is suggested from a day on which no rental can begin', () => {
  const lastDay = addDays(day(1), 365)
  expect(weekFrom(day(1), day(2), new Set())).toBeNull()
  expect(weekFrom(lastDay, day(1), new Set())).toBe(addDays(lastDay, 6))
  expect(weekFrom(addDays(lastDay, 1), day(1), new Set())).toBeNull()
  const endOfCalendar = parseCalendarDate('9999-12-28') ?? expect.unreachable()
  expect(weekFrom(endOfCalendar, day(1), new Set())).toBeNull()
})

test('a free item has no hints about savings', () => {
  const range = { start: day(1), end: day(8) }
  expect(dateHints(range, 0, new Set()).saving).toBeNull()
})
