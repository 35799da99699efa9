import { expect, test } from 'vitest'
import { isSameState } from './states.ts'

test.for([
  ['NY', 'new york'],
  ['NY', ' ny '],
  ['New York', 'NY'],
  ['DC', 'District of Columbia'],
  ['Berlin', 'berlin'],
] as const)('%s and %s are the same state', ([one, other]) => {
  expect([isSameState(one, other), isSameState(other, one)]).toEqual([true, true])
})

test.for([
  ['NY', 'NJ'],
  ['NY', 'New'],
  ['VA', 'West Virginia'],
] as const)('%s and %s are different states', ([one, other]) => {
  expect(isSameState(one, other)).toBe(false)
})
