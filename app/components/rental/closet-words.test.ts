import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { answerTimeInWords, awayInWords, dayNotice } from './closet-words.ts'

const day = (text: string) => calendarDateIn('UTC', new Date(text))
const today = day('2026-11-28')

test('the notice determines the first day on which a rental can start', () => {
  const notice = (noticeDays: number) => dayNotice({ noticeDays, timeOff: [] }, today)
  expect(notice(0)).toBe('Rentals can start today. Ask the closet about same-day delivery.')
  expect(notice(1)).toBe('Rentals can start tomorrow at the earliest.')
  expect(notice(3)).toBe('Rentals can start in 3 days at the earliest.')
})

test('time off moves the first day on which a rental can start', () => {
  const away = (start: string, end: string) => ({ start: day(start), end: day(end) })
  const notice = (...timeOff: ReturnType<typeof away>[]) =>
    dayNotice({ noticeDays: 2, timeOff }, today)
  expect(notice(away('2026-12-01', '2026-12-20'))).toBe(
    'Rentals can start in 2 days at the earliest.',
  )
  expect(notice(away('2026-11-27', '2026-11-29'))).toContain('in 2 days')
  expect(notice(away('2026-11-30', '2026-12-20'))).toBe(
    'Rentals can start on Dec 21 at the earliest.',
  )
  expect(notice(away('2026-11-20', '2026-12-20'), away('2026-12-21', '2027-01-03'))).toBe(
    'Rentals can start on Jan 4, 2027 at the earliest.',
  )
})

test('time off is named by its days', () => {
  const words = (start: string, end: string) =>
    awayInWords({ start: day(start), end: day(end) }, today)
  expect(words('2026-12-01', '2027-01-03')).toBe('Away Dec 1 to Jan 3, 2027')
  expect(words('2026-12-01', '2026-12-01')).toBe('Away Dec 1')
  expect(words('2026-11-20', '2026-12-02')).toBe('Away through Dec 2')
  expect(words('2026-11-20', '2026-11-28')).toBe('Away today')
})

test('a time to answer is rounded up to whole hours', () => {
  expect(
    [0, 3600, 3601, 3 * 3600, 23 * 3600, 23 * 3600 + 1, 30 * 3600].map(answerTimeInWords),
  ).toEqual([
    'within an hour',
    'within an hour',
    'within 2 hours',
    'within 3 hours',
    'within 23 hours',
    'within a day',
    'within a day',
  ])
})
