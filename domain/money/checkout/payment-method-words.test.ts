import { expect, test } from 'vitest'
import { paymentMethodInWords } from './payment-method-words.ts'

test.each([
  ['visa', '4242', 'Visa ending in 4242'],
  ['amex', '0005', 'American Express ending in 0005'],
  ['unknown', '4242', 'Card ending in 4242'],
  ['card', '4242', 'Card ending in 4242'],
  ['constructor', '4242', 'Card ending in 4242'],
  ['visa', null, 'Visa'],
  ['link', null, 'Link'],
  ['cashapp', null, 'Cash App Pay'],
  ['us_bank_account', null, 'US bank account'],
  ['new_kind', null, null],
  ['constructor', null, null],
  [null, null, null],
])('%s %s is %s', (method, last4, words) => {
  expect(paymentMethodInWords(method, last4)).toBe(words)
})
