import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

const paymentIn = (typed: string) => {
  const { payment } = searchTerms(typed)
  return payment && Object.fromEntries(Object.entries(payment).filter(([, term]) => term !== null))
}

test.each([
  ['50', { amountCents: 5000 }],
  ['$50.00', { amountCents: 5000 }],
  ['$1,250.50', { amountCents: 125_050 }],
  ['$4242', { amountCents: 424_200 }],
  ['4242', { last4: '4242' }],
  ['50 4242', { amountCents: 5000, last4: '4242' }],
  ['4242 $50', { amountCents: 5000, last4: '4242' }],
  ['pi_3Abc', { stripeId: 'pi_3Abc' }],
  ['Ada@Example.test 20', { email: 'ada@example.test', amountCents: 2000 }],
] as const)('a payment is searched by %s', (typed, terms) => {
  expect(paymentIn(typed)).toEqual(terms)
})

test.each(['ada moss', '50 gowns', '50 60', '12.345', 'cus_1'])('%s is no payment', (typed) => {
  expect(paymentIn(typed)).toBeNull()
})

test('an id, the number of a rental and a gift code are recognized', () => {
  const id = '0193a0b2-7c11-7000-8000-0123456789ab'
  expect(searchTerms(id.toUpperCase()).id).toBe(id)
  expect(searchTerms(' #456789AB ').rentalNumber).toBe('456789ab')
  expect(searchTerms('456789az').rentalNumber).toBeNull()
  expect(searchTerms('abcd-2345').giftCode).toBe('ABCD2345')
  expect(searchTerms('abcd 234').giftCode).toBeNull()
})
