import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { placeInLine, shortRange, timeLeft } from './waitlist-words.ts'

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}

test('a range omits a repeated month and the current year', () => {
  const range = (start: string, end: string) => shortRange(day(start), day(end), day('2026-11-20'))
  expect(range('2026-12-05', '2026-12-12')).toBe('Dec 5 to 12')
  expect(range('2026-12-05', '2026-12-05')).toBe('Dec 5')
  expect(range('2026-11-30', '2026-12-02')).toBe('Nov 30 to Dec 2')
  expect(range('2026-12-30', '2027-01-02')).toBe('Dec 30 to Jan 2, 2027')
  expect(range('2027-01-10', '2027-01-12')).toBe('Jan 10 to 12, 2027')
})

test('places in line are ordinal numbers', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 20].map(placeInLine)
  expect(places.map((place) => place.replace(' in line', ''))).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 20th'.split(' '),
  )
})

test('time left is in hours, then in minutes', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const left = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now)
  expect([719, 120, 60, 59, 1, 0].map(left)).toEqual([
    '11 hours left',
    '2 hours left',
    '1 hour left',
    '59 minutes left',
    '1 minute left',
    '1 minute left',
  ])
})
