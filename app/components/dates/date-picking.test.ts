import { expect, test } from 'vitest'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Picking, pick, toRanges } from './date-picking.ts'

function day(number: number): CalendarDate {
  const date = parseCalendarDate(`2026-12-${String(number).padStart(2, '0')}`)
  if (!date) throw new Error('not a day')
  return date
}

const nothing: Picking = { start: null, end: null, open: true }

function click(days: readonly number[], blocked: readonly number[] = []): Picking {
  const unavailable = new Set(blocked.map(day))
  return days.reduce(
    (picking, number) => pick(picking, { kind: 'click', day: day(number) }, unavailable),
    nothing,
  )
}

test('the first click sets the start and keeps the picker open', () => {
  expect(click([10])).toEqual({ start: day(10), end: null, open: true })
})

test('the second click sets the end and closes the picker', () => {
  expect(click([10, 16])).toEqual({ start: day(10), end: day(16), open: false })
  expect(click([10, 10])).toEqual({ start: day(10), end: day(10), open: false })
})

test('a second click before the start restarts the range there', () => {
  expect(click([10, 8])).toEqual({ start: day(8), end: null, open: true })
})

test('a range over an unavailable day restarts at the second day', () => {
  expect(click([10, 16], [12])).toEqual({ start: day(16), end: null, open: true })
})

test('a third click restarts the range', () => {
  expect(click([10, 16, 20])).toEqual({ start: day(20), end: null, open: true })
})

test('an unavailable day is never picked', () => {
  expect(click([12], [12])).toEqual(nothing)
  expect(click([10, 12], [12])).toEqual({ start: day(10), end: null, open: true })
})

test('clearing removes both days', () => {
  expect(pick(click([10, 16]), { kind: 'clear' }, new Set())).toMatchObject({
    start: null,
    end: null,
  })
})

test('consecutive days are shown as ranges', () => {
  expect(toRanges([3, 4, 5, 8, 30, 31].map(day))).toEqual([
    { start: day(3), end: day(5) },
    { start: day(8), end: day(8) },
    { start: day(30), end: day(31) },
  ])
  expect(toRanges([])).toEqual([])
})
