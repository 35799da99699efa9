import { expect, test } from 'vitest'
import { changedListing } from './listing-fields.ts'

test('a replacement value is whole dollars, as in the form', () => {
  const isTaken = (replacement_value_cents: number | null) =>
    changedListing.safeParse({ replacement_value_cents }).success
  expect([null, 100, 45_000, 10_000_000].map(isTaken)).toEqual([true, true, true, true])
  expect([0, 45_050, 45_001, 10_000_100].map(isTaken)).toEqual([false, false, false, false])
})
