import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn, dateOfParts, parseCalendarDate } from './calendar-date.ts'
import { localDays, localMonths } from './local-periods.ts'
import {
  addToMonth,
  eachMonth,
  endOfDay,
  hourIn,
  instantIn,
  monthIn,
  plainTime,
  startOfDay,
  startOfMonth,
} from './local-time.ts'

const EDMONTON = 'America/Edmonton'

test.for([
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', '2027-03-14', '2027-03-14T05:00:00.000Z'],
  ['America/New_York', '2027-03-15', '2027-03-15T04:00:00.000Z'],
  ['Asia/Kathmandu', '2027-01-01', '2026-12-31T18:15:00.000Z'],
  ['Pacific/Auckland', '2027-01-01', '2026-12-31T11:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // Midnight is skipped, and comes twice.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // The whole day is skipped.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['UTC', '0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['UTC', '9999-12-31', '9999-12-31T00:00:00.000Z'],
] as const)('in %s the day %s starts at %s', ([zone, day, at]) => {
  expect(startOfDay(zone, day).toISOString()).toBe(at)
})

test('a day starts when its date does, on a quarter of an hour, in every time zone', async () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const days = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((at) => calendarDateIn('UTC', at))
  await fc.assert(
    fc.property(zones, days, (zone, day) => {
      const at = startOfDay(zone, day)
      expect(calendarDateIn(zone, at)).toBe(day)
      expect(calendarDateIn(zone, new Date(at.getTime() - 1))).toBe(addDays(day, -1))
      expect(at.getTime() % 900_000).toBe(0)
      expect(hourIn(zone, instantIn(zone, day, 18))).toBe(18)
    }),
    { numRuns: 1000 },
  )
})

test('18:00 is 18:00 before and after a clock change', () => {
  expect(instantIn('America/New_York', '2026-10-31', 18).toISOString()).toMatch(/T22:00/)
  expect(instantIn('America/New_York', '2026-11-01', 18).toISOString()).toMatch(/T23:00/)
  // An hour that clocks skip begins after the gap.
  expect(plainTime('America/New_York', instantIn('America/New_York', '2027-03-14', 2))).toBe(
    '2027-03-14 03:00',
  )
  expect(() => instantIn('UTC', '2027-02-30x')).toThrow('2027-02-30x is not a calendar date')
})

test('months are counted across years', () => {
  expect(addToMonth('2026-11', 2)).toBe('2027-01')
  expect(addToMonth('2027-01', -1)).toBe('2026-12')
  expect(eachMonth('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(startOfMonth(EDMONTON, '2027-01')).toEqual(startOfDay(EDMONTON, '2027-01-01'))
  const months = localMonths(EDMONTON, '2026-11', '2027-01')
  expect(months.map(({ name }) => name)).toEqual(['2026-11', '2026-12', '2027-01'])
  for (const { name, startsAt } of months) {
    expect(monthIn(EDMONTON, startsAt)).toBe(name)
    expect(monthIn(EDMONTON, new Date(startsAt.getTime() - 1))).toBe(addToMonth(name, -1))
  }
  const [first, last] = [parseCalendarDate('2026-10-31'), parseCalendarDate('2026-11-02')]
  if (!first || !last) throw new Error('no dates')
  expect(localDays(EDMONTON, first, last).map(({ name }) => name)).toEqual([
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ])
})

test.for([
  'en-CA',
  'en-US',
  'de-DE',
  'fa-IR-u-ca-gregory-nu-latn',
])('a date is made of its parts, not of the pattern of %s', (locale) => {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  expect(dateOfParts(format.formatToParts(new Date('2026-04-13T12:00:00Z')))).toBe('2026-04-13')
})

test('a day ends when the next begins, also the last one that dates can have', () => {
  expect(endOfDay(EDMONTON, '2026-11-01')).toEqual(startOfDay(EDMONTON, '2026-11-02'))
  expect(endOfDay('UTC', '9999-12-31').toISOString()).toBe('+010000-01-01T00:00:00.000Z')
})
