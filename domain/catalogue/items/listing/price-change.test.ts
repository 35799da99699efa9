import { expect, test } from 'vitest'
import { changedPrice } from './price-change.ts'

test.each([
  ['set', 30, 2, 5],
  ['raise-percent', 10, 10, 11],
  ['raise-percent', 10, 2, 3],
  ['raise-percent', 7, 100, 107],
  ['lower-percent', 10, 10, 9],
  ['lower-percent', 10, 2, 2],
  ['lower-percent', 100, 2, 0],
  ['raise-credits', 7, 2, 3],
  ['raise-credits', 1, 2, 3],
  ['lower-credits', 7, 2, 1],
  ['lower-credits', 1, 2, 2],
  ['lower-credits', 15, 2, 0],
  ['raise-credits', 7000, 2, 1000],
  ['raise-percent', 1000, 500, 1000],
] as const)('%s %i changes %i credits per day to %i', (by, amount, before, after) => {
  expect(Object.is(changedPrice({ by, amount }, before), after)).toBe(true)
})
