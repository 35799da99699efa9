import { expect, test } from 'vitest'
import { dollars, shortDollars } from './cents.ts'

test.for([
  [0, '$0.00', '$0'],
  [5000, '$50.00', '$50'],
  [1234, '$12.34', '$12.34'],
  [5, '$0.05', '$0.05'],
  [123_456_789, '$1,234,567.89', '$1,234,567.89'],
  [-250, '−$2.50', '−$2.50'],
  [-5000, '−$50.00', '−$50'],
] as const)('%i cents are %s', ([cents, whole, short]) => {
  expect(dollars(cents)).toBe(whole)
  expect(shortDollars(cents)).toBe(short)
})
