import { expect, test } from 'vitest'
import { addDays, calendarDateIn, parseCalendarDate } from './calendar-date.ts'
import { startOfDay } from './start-of-day.ts'

test.each([
  ['UTC', '2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Auckland', '2027-01-01', '2026-12-31T11:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00:00.000Z'],
  ['Asia/Kathmandu', '2027-01-01', '2026-12-31T18:15:00.000Z'],
  // The clocks go forward at midnight, so the day begins at one o’clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s, %s begins at %s', (timeZone, text, at) => {
  const day = parseCalendarDate(text)
  if (!day) throw new Error('not a day')
  const start = startOfDay(timeZone, day)
  expect(start.toISOString()).toBe(at)
  expect(calendarDateIn(timeZone, new Date(start.getTime() - 1))).toBe(addDays(day, -1))
})
