import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeProblem } from '#domain/catalogue/items/listing/date-range.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  datesInWords,
  daysBetween,
  eachDay,
  parseCalendarDate,
  rangeInWords,
  showDate,
  totalDaysOf,
} from './calendar-date.ts'
import { FARTHEST_DAY } from './rental-days.ts'

function day(text: string): CalendarDate {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no date`)
  return date
}

test.for([
  '2027-02-28',
  '2028-02-29',
  '2000-02-29',
  '2026-12-31',
  '0001-01-01',
  '9999-12-31',
])('%s is a calendar date', (text) => {
  expect(parseCalendarDate(text)).toBe(text)
})

test.for([
  '2027-02-29',
  '2100-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01',
  '2026',
  '0000-12-31',
  '+010000-01-01',
  '',
  null,
  20260101,
  ['2026-01-01'],
])('%s is not a calendar date', (text) => {
  expect(parseCalendarDate(text)).toBeNull()
})

test('a rental includes its first and last day', () => {
  expect(totalDaysOf(day('2026-11-20'), day('2026-11-20'))).toBe(1)
  expect(totalDaysOf(day('2026-11-20'), day('2026-11-26'))).toBe(7)
  expect(eachDay(day('2026-12-30'), day('2027-01-02'))).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
  expect(eachDay(day('2026-11-20'), day('2026-11-19'))).toEqual([])
})

test('days are counted correctly across clock changes and leap days', async () => {
  const dates = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => day(at.toISOString().slice(0, 10)))
  await fc.assert(
    fc.property(dates, fc.integer({ min: -800, max: 800 }), (from, days) => {
      const to = addDays(from, days)
      expect(daysBetween(from, to)).toBe(days)
      expect(to > from).toBe(days > 0)
    }),
  )
})

test.for([
  ['America/New_York', '2026-11-20T04:59:59Z', '2026-11-19'],
  ['America/New_York', '2026-11-20T05:00:00Z', '2026-11-20'],
  ['America/New_York', '2026-07-04T03:59:59Z', '2026-07-03'],
  ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
] as const)('in %s, at %s, the date is %s', ([zone, at, date]) => {
  expect(calendarDateIn(zone, new Date(at))).toBe(date)
})

test('days can be blocked up to the end of the longest rental that starts on the last possible day', () => {
  const today = day('2026-11-20')
  const last = addDays(today, FARTHEST_DAY)
  expect(FARTHEST_DAY).toBe(365 + 84)
  expect(rangeProblem(today, last, today)).toBeNull()
  expect(rangeProblem(today, addDays(last, 1), today)).toBe('dates-too-far')
})

test('a day is formatted the same on server and browser', () => {
  expect(showDate(day('2026-11-20'))).toBe('Nov 20, 2026')
})

test('dates in words use names of months, and a single day is not shown as a range', () => {
  const [first, last] = [day('2028-02-29'), day('2028-03-01')]
  expect(rangeInWords(first, first)).toBe('Feb 29, 2028')
  expect(rangeInWords(first, last)).toBe('Feb 29, 2028 to Mar 1, 2028')
  expect(datesInWords(last, last)).toBe('on Mar 1, 2028')
  expect(datesInWords(first, last)).toBe('from Feb 29, 2028 to Mar 1, 2028')
  expect(showDate(day('2026-12-09'))).toBe('Dec 9, 2026')
})

test('days outside the range shared with PostgreSQL are refused', () => {
  expect(addDays(day('0001-01-01'), 1)).toBe('0001-01-02')
  expect(() => addDays(day('0001-01-01'), -1)).toThrow('is no day')
  expect(() => addDays(day('9999-12-31'), 1)).toThrow('is no day')
  const later = new Date('+010000-01-02T00:00:00Z')
  expect(() => calendarDateIn('UTC', later)).toThrow('10000-01-02 is not a calendar date')
})

test.for([
  ['2026-03-08T04:59:59Z', '2026-03-07'],
  ['2026-03-09T03:59:59Z', '2026-03-08'],
  ['2026-03-09T04:00:00Z', '2026-03-09'],
  ['2026-11-01T03:59:59Z', '2026-10-31'],
  ['2026-11-02T04:59:59Z', '2026-11-01'],
  ['2026-11-02T05:00:00Z', '2026-11-02'],
  ['2028-03-01T04:59:59Z', '2028-02-29'],
] as const)('on days of 23 and 25 hours and on February 29, at %s the date is %s', ([at, date]) => {
  expect(calendarDateIn('America/New_York', new Date(at))).toBe(date)
})
