import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { datesInWords } from './dates-in-words.ts'

const words = (start: string | null, end: string | null) => {
  const today = parseCalendarDate('2026-11-20')
  if (!today) throw new Error('not a day')
  return datesInWords(parseCalendarDate(start), parseCalendarDate(end), today)
}

test('the field shows the range, its first half, or a prompt', () => {
  expect(words(null, null)).toBe('Choose your dates')
  expect(words('2026-11-20', null)).toBe('Fri, Nov 20 to …')
  expect(words(null, '2026-11-26')).toBe('… to Thu, Nov 26')
  expect(words('2026-11-20', '2026-11-26')).toBe('Fri, Nov 20 to Thu, Nov 26')
  expect(words('2026-11-20', '2026-11-20')).toBe('Fri, Nov 20')
})

test('a year is shown when it is not the current one, once for both days', () => {
  expect(words('2026-12-28', '2027-01-03')).toBe('Mon, Dec 28 to Sun, Jan 3, 2027')
  expect(words('2027-06-12', '2027-06-15')).toBe('Sat, Jun 12 to Tue, Jun 15, 2027')
  expect(words('2027-12-28', '2028-01-03')).toBe('Tue, Dec 28, 2027 to Mon, Jan 3, 2028')
})
