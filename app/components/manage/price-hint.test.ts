import { expect, test } from 'vitest'
import { priceHint } from './price-hint.ts'

test.for([
  ['42', 45, 'Shown as 42 credits per week. You earn $18.90 a week.'],
  ['40', 45, 'Prices are set per day, so 40 becomes 42 credits per week. You earn $18.90 a week.'],
  ['1000', 0, 'Prices are set per day, so 1,000 becomes 1,001 credits per week.'],
  ['0', 45, 'Shown as 0 credits per week.'],
  ['', 45, 'Rounded up to a multiple of 7: 10 becomes 14.'],
] as const)('for %j typed, at %i cents a credit: %s', ([typed, rate, hint]) => {
  expect(priceHint(typed, rate)).toBe(hint)
})
