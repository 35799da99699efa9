import { expect, test } from 'vitest'
import { isSameState, stateCode } from './states.ts'

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

test.for([
  ['Massachusetts', 'MA'],
  ['ma', 'MA'],
  [' N.Y. ', 'NY'],
  ['district of columbia', 'DC'],
  ['Puerto Rico', 'PR'],
  ['Berlin', null],
  ['constructor', null],
  ['', null],
] as const)('%s has the code %s', ([text, code]) => {
  expect(stateCode(text)).toBe(code)
})
