import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import { answerTime, isAnswerOver } from './answer-time.ts'

test.for([
  // A day, long before the start.
  ['2027-06-01T15:07:00Z', '2027-06-12', 'Wed, Jun 2, 11:07 AM EDT'],
  // No longer than until the evening before the start.
  ['2027-06-11T15:07:00Z', '2027-06-12', 'Fri, Jun 11, 6 PM EDT'],
  // Two hours at least: shortly before that evening, after it, and on the first day itself.
  ['2027-06-11T21:00:00Z', '2027-06-12', 'Fri, Jun 11, 7 PM EDT'],
  ['2027-06-12T03:30:00Z', '2027-06-12', 'Sat, Jun 12, 1:30 AM EDT'],
  ['2027-06-12T15:00:00Z', '2027-06-12', 'Sat, Jun 12, 1 PM EDT'],
  // The evening of a day on which clocks change is at 18:00 all the same.
  ['2027-03-14T16:00:00Z', '2027-03-15', 'Sun, Mar 14, 6 PM EDT'],
  ['2027-11-07T16:00:00Z', '2027-11-08', 'Sun, Nov 7, 6 PM EST'],
] as const)('a request of %s for %s is answered by %s', ([at, day, expected]) => {
  const start = parseCalendarDate(day) ?? expect.unreachable()
  const by = answerTime({ start, requestedAt: new Date(at) }, 'America/New_York')
  expect(showDeadline(by, 'America/New_York')).toBe(expected)
})

test('the time to answer is over from its end on, and only for a request', () => {
  const by = new Date('2027-06-11T22:00:00Z')
  const isOver = (status: 'pending' | 'confirmed', now: number, answer_by: Date | null = by) =>
    isAnswerOver({ status, answer_by }, new Date(now))
  expect(isOver('pending', by.getTime() - 1)).toBe(false)
  expect(isOver('pending', by.getTime())).toBe(true)
  expect(isOver('confirmed', by.getTime())).toBe(false)
  expect(isOver('pending', by.getTime(), null)).toBe(false)
})
