import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditsPerWeek, showNumber } from './credits.ts'
import { creditsForRental, creditsPerDayFromWeek, weeksOf } from './rental-price.ts'

test.for([
  [1, 1],
  [7, 1],
  [8, 2],
  [14, 2],
  [84, 12],
] as const)('%i days are %i weeks', ([days, weeks]) => {
  expect(weeksOf(days)).toBe(weeks)
})

test('a started week is a whole week', () => {
  expect(creditsForRental(3, 1)).toBe(21)
  expect(creditsForRental(3, 8)).toBe(42)
  expect(creditsForRental(0, 84)).toBe(0)
})

test('10 credits a week are stored as 2 a day and shown as 14', () => {
  expect(creditsPerDayFromWeek(10)).toBe(2)
  expect(creditsPerWeek(creditsPerDayFromWeek(10))).toBe(14)
})

test('rounding a weekly price adds at most six credits and never loses one', async () => {
  await fc.assert(
    fc.property(fc.nat(7000), (perWeek) => {
      const shown = creditsPerWeek(creditsPerDayFromWeek(perWeek))
      expect(shown).toBeGreaterThanOrEqual(perWeek)
      expect(shown - perWeek).toBeLessThan(7)
    }),
  )
})

test.for([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1240, '−1,240'],
  [-123, '−123'],
  [1234567, '1,234,567'],
] as const)('the number %i reads %s', ([whole, text]) => {
  expect(showNumber(whole)).toBe(text)
})
