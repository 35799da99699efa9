import { expect, test } from 'vitest'
import { endAfterMonths, endOfLastDay, lastDayOf } from './last-day.ts'

test.for([
  // Bought, months, expires, last day.
  ['America/New_York', '2027-01-31T16:00:00Z', 3, '2027-05-01T04:00:00Z', '2027-04-30'],
  ['America/New_York', '2027-01-31T16:00:00Z', 1, '2027-03-01T05:00:00Z', '2027-02-28'],
  ['America/New_York', '2028-01-31T16:00:00Z', 1, '2028-03-01T05:00:00Z', '2028-02-29'],
  ['America/New_York', '2026-11-30T16:00:00Z', 3, '2027-03-01T05:00:00Z', '2027-02-28'],
  // On the first and the last minute of a day there, which are other days in UTC.
  ['America/New_York', '2027-02-01T04:59:00Z', 3, '2027-05-01T04:00:00Z', '2027-04-30'],
  ['America/New_York', '2027-02-01T05:00:00Z', 3, '2027-05-02T04:00:00Z', '2027-05-01'],
  ['America/New_York', '2027-08-15T04:00:00Z', 3, '2027-11-16T05:00:00Z', '2027-11-15'],
  // The last day has 23 hours, or 25.
  ['America/New_York', '2026-12-14T17:00:00Z', 3, '2027-03-15T04:00:00Z', '2027-03-14'],
  ['America/New_York', '2026-08-01T16:00:00Z', 3, '2026-11-02T05:00:00Z', '2026-11-01'],
  ['Asia/Kolkata', '2027-01-31T18:29:00Z', 3, '2027-04-30T18:30:00Z', '2027-04-30'],
  ['Asia/Kolkata', '2027-01-31T18:30:00Z', 3, '2027-05-01T18:30:00Z', '2027-05-01'],
  ['UTC', '2026-12-31T23:59:59Z', 2, '2027-03-01T00:00:00Z', '2027-02-28'],
] as const)('in %s what is bought at %s lasts %s months, to the end of a day', ([
  timeZone,
  at,
  months,
  expires,
  last,
]) => {
  const expiresAt = endAfterMonths(new Date(at), months, timeZone)
  expect(expiresAt).toEqual(new Date(expires))
  expect(lastDayOf(expiresAt, timeZone)).toBe(last)
  expect(lastDayOf(new Date(expiresAt.getTime() - 1), timeZone)).toBe(last)
  // Nothing is extended twice.
  expect(endOfLastDay(expiresAt, timeZone)).toEqual(expiresAt)
  expect(endOfLastDay(new Date(expiresAt.getTime() - 1), timeZone)).toEqual(expiresAt)
})
