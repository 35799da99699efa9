import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each(['ada moss', '50 gowns', '50 60', '12.345', 'cus_1'])('%s is no payment', (typed) => {
  expect(searchTerms(typed).payment).toBeNull()
})

test('an id, the number of a rental and a gift code are recognized', () => {
  const id = '0193a0b2-7c11-7000-8000-0123456789ab'
  expect(searchTerms(id.toUpperCase()).id).toBe(id)
  expect(searchTerms(' #456789AB ').rentalNumber).toBe('456789ab')
  expect(searchTerms('456789az').rentalNumber).toBeNull()
  expect(searchTerms('abcd-2345').giftCode).toBe('ABCD2345')
  expect(searchTerms('abcd 234').giftCode).toBeNull()
})
