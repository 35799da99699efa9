import { expect, test } from 'vitest'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { eachDay, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { freeDatesNear } from './free-dates-near.ts'

const day = (text: string): CalendarDate => {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(text)
  return date
}
const near = (start: string, end: string, taken: readonly (readonly [string, string])[]) =>
  freeDatesNear(
    { start: day(start), end: day(end) },
    day('2027-06-01'),
    new Set(taken.flatMap(([from, to]) => eachDay(day(from), day(to)))),
  )

test('the nearest free dates before and after the chosen ones are as long', () => {
  expect(near('2027-06-12', '2027-06-15', [['2027-06-13', '2027-06-16']])).toEqual([
    { start: '2027-06-09', end: '2027-06-12' },
    { start: '2027-06-17', end: '2027-06-20' },
  ])
})

test('nothing in the past, on an unavailable day or months away is offered', () => {
  expect(near('2027-06-02', '2027-06-05', [['2027-06-01', '2027-06-08']])).toEqual([
    { start: '2027-06-09', end: '2027-06-12' },
  ])
  expect(near('2027-06-02', '2027-06-05', [['2027-06-01', '2027-09-30']])).toEqual([])
})
