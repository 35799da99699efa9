import { expect, test } from 'vitest'
import { MAX_COUNTED } from './page.ts'
import { MAX_NEWEST, showCounted } from './show-counted.ts'

test.for([
  [0, '0'],
  [999, '999'],
  [MAX_COUNTED, '1,000'],
  [MAX_COUNTED + 1, '1,000+'],
] as const)('of %i, the number shown is %s', ([count, shown]) => {
  expect(showCounted(count)).toBe(shown)
})

test('the number of remaining rows also says when more were not counted', () => {
  expect(showCounted(MAX_COUNTED, 24)).toBe('976')
  expect(showCounted(MAX_COUNTED + 1, 24)).toBe('976+')
  expect(showCounted(MAX_NEWEST, 0, MAX_NEWEST)).toBe('10,000')
  expect(showCounted(MAX_NEWEST + 1, 0, MAX_NEWEST)).toBe('10,000+')
})
