import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FitAnswers,
  factorsOf,
  noAnswers,
  oddsFor,
  oddsOf,
  STRENGTH,
  totalOf,
  without,
} from './odds.ts'

const count = fc.integer({ min: 0, max: 1000 })
const someAnswers: fc.Arbitrary<FitAnswers> = fc.record({ small: count, true: count, large: count })

test('odds are above zero and add up to 1, whatever was answered', () => {
  fc.assert(
    fc.property(someAnswers, fc.array(someAnswers, { maxLength: 3 }), (all, groups) => {
      const odds = oddsOf(all, groups)
      expect(totalOf(odds)).toBeCloseTo(1)
      expect(Math.min(odds.small, odds.true, odds.large)).toBeGreaterThan(0)
    }),
  )
})

test('as many answers as the strength draw the odds halfway', () => {
  const all = { small: 0, true: 1_000_000, large: 0 }
  const odds = oddsOf(all, [{ small: STRENGTH, true: 0, large: 0 }])
  expect(odds.small).toBeCloseTo(0.5, 3)
})

test('a group without answers has the odds of the wider group', () => {
  const all = { small: 20, true: 70, large: 10 }
  expect(oddsOf(all, [noAnswers])).toEqual(oddsOf(all, []))
})

test('who often found items large is told so', () => {
  const start = oddsOf({ small: 150, true: 700, large: 150 }, [])
  const own = Array.from({ length: 5 }, () => ({ fit: 'large' as const, odds: start }))
  const odds = oddsFor(start, factorsOf(own, start))
  expect(odds.large).toBeGreaterThan(1.5 * start.large)
  expect(odds.true).toBeLessThan(start.true)
  expect(totalOf(odds)).toBeCloseTo(1)
  expect(oddsFor(start, factorsOf([], start)).large).toBeCloseTo(start.large)
})

test('an answer is left out once, and never counts below zero', () => {
  expect(without({ small: 1, true: 0, large: 2 }, 'small')).toEqual({ ...noAnswers, large: 2 })
  expect(without(noAnswers, 'true')).toEqual(noAnswers)
})
