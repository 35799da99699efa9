import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isPayDayReached, monthOf, payDayAfter, payDayOf } from './pay-day.ts'

test.for([
  ['2026-12-01', false, '2026-12-05', '2027-01-05'],
  ['2026-12-05', true, '2026-12-05', '2027-01-05'],
  ['2026-12-31', true, '2026-12-31', '2027-01-05'],
  ['2027-01-31', true, '2027-01-31', '2027-02-05'],
  ['2028-02-29', true, '2028-02-29', '2028-03-05'],
] as const)('on %s the pay day is reached: %s, this month %s and then %s', ([
  text,
  reached,
  now,
  next,
]) => {
  const day = parseCalendarDate(text)
  if (!day) throw new Error(`${text} is no date`)
  expect(isPayDayReached(day)).toBe(reached)
  expect(payDayOf(day)).toBe(now)
  expect(payDayAfter(day)).toBe(next)
  expect(monthOf(day)).toBe(`${text.slice(0, 7)}-01`)
})
