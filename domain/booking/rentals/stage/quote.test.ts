import { expect, test } from 'vitest'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { quote, readDates } from './quote.ts'

const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()
const read = (start: unknown, end: unknown) => readDates({ start, end }, today)

test('a range of one day to twelve weeks is read', () => {
  expect(read(today, today)).toEqual({ start: today, end: today, totalDays: 1 })
  expect(read(today, addDays(today, 83))).toMatchObject({ totalDays: 84 })
  expect(read(addDays(today, 365), addDays(today, 370))).toMatchObject({ totalDays: 6 })
})

test('refuses dates beyond a limit, naming it', () => {
  expect(read(today, addDays(today, 84))).toEqual({ reason: 'dates-too-long', maxDays: 84 })
  expect(read(addDays(today, 366), addDays(today, 366))).toEqual({
    reason: 'dates-too-far',
    maxDaysAhead: 365,
  })
})

test.for([
  ['', '2026-11-30', 'dates-missing'],
  ['2026-11-30', ' ', 'dates-missing'],
  [undefined, null, 'dates-missing'],
  ['2026-11-30', '2026-11-29', 'dates-invalid'],
  ['2027-02-29', '2027-03-01', 'dates-invalid'],
  ['2027-02-28', '2027-02-29', 'dates-invalid'],
  ['tomorrow', '2026-11-30', 'dates-invalid'],
  ['2026-11-19', '2026-11-30', 'dates-past'],
  ['2026-11-20', '2027-02-12', 'dates-too-long'],
  ['2027-11-21', '2027-11-22', 'dates-too-far'],
] as const)('from %s to %s is refused: %s', ([start, end, reason]) => {
  expect(read(start, end)).toMatchObject({ reason })
})

test('charges whole weeks', () => {
  expect(quote(3, 8)).toEqual({ totalDays: 8, weeks: 2, totalCredits: 42 })
})
