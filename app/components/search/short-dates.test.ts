import { expect, test } from 'vitest'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { shortDates } from './short-dates.ts'

function day(text: string): CalendarDate {
  const date = parseCalendarDate(text)
  if (!date) throw new Error('not a day')
  return date
}

test.for([
  ['2026-12-05', '2026-12-05', 'on Dec 5'],
  ['2026-12-05', '2026-12-12', 'from Dec 5 to 12'],
  ['2026-11-28', '2026-12-03', 'from Nov 28 to Dec 3'],
  ['2026-12-28', '2027-01-03', 'from Dec 28 to Jan 3, 2027'],
  ['2027-06-12', '2027-06-13', 'from Jun 12 to 13, 2027'],
  ['2027-06-12', '2027-06-12', 'on Jun 12, 2027'],
  ['2027-12-28', '2028-01-03', 'from Dec 28, 2027 to Jan 3, 2028'],
] as const)('%s to %s is "%s" in 2026', ([start, end, words]) => {
  expect(shortDates(day(start), day(end), day('2026-11-20'))).toBe(words)
})
