import { expect, test } from 'vitest'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { shortDates, shortRange } from './short-range.ts'

function day(text: string): CalendarDate {
  const date = parseCalendarDate(text)
  if (!date) throw new Error('not a day')
  return date
}

test.for([
  ['2026-12-05', '2026-12-05', 'Dec 5'],
  ['2026-12-05', '2026-12-12', 'Dec 5–12'],
  ['2026-11-28', '2026-12-03', 'Nov 28 – Dec 3'],
  ['2026-12-28', '2027-01-03', 'Dec 28 – Jan 3, 2027'],
  ['2027-06-12', '2027-06-13', 'Jun 12–13, 2027'],
  ['2027-06-12', '2027-06-12', 'Jun 12, 2027'],
  ['2027-12-28', '2028-01-03', 'Dec 28, 2027 – Jan 3, 2028'],
] as const)('%s to %s is "%s" in 2026', ([start, end, words]) => {
  expect(shortRange(day(start), day(end), day('2026-11-20'))).toBe(words)
})

test('one day is “on” that day', () => {
  const words = (start: string, end: string) => shortDates(day(start), day(end), day('2026-11-20'))
  expect(words('2026-12-05', '2026-12-05')).toBe('on Dec 5')
  expect(words('2026-12-05', '2026-12-12')).toBe('Dec 5–12')
})
