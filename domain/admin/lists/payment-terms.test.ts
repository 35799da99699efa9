import { expect, test } from 'vitest'
import { paymentTerms } from './payment-terms.ts'

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
  ['ada moss', { name: 'ada moss' }],
  ['Ada $20 Moss', { name: 'Ada Moss', amountCents: 2000 }],
  ['50 60', { amountCents: 5000, name: '60' }],
  ['12.345', { name: '12.345' }],
  ['', {}],
] as const)('a payment is searched by “%s”', (typed, terms) => {
  const found = Object.entries(paymentTerms(typed)).filter(
    ([, term]) => term !== null && term !== '',
  )
  expect(Object.fromEntries(found)).toEqual(terms)
})
