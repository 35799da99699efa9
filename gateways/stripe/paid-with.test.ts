import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { paidWithOf } from './paid-with.ts'

const paidBy = (details: object | null) =>
  paidWithOf({ latest_charge: { payment_method_details: details } } as Stripe.PaymentIntent)
const card = (brand: string | null, last4: string | null) =>
  paidBy({ type: 'card', card: { brand, last4 } })

test('a card is named by its network and its last four digits', () => {
  expect(card('visa', '4242')).toEqual({ method: 'visa', cardLast4: '4242' })
  expect(card('amex', null)).toEqual({ method: 'amex', cardLast4: null })
  expect(card(null, '4242')).toEqual({ method: 'card', cardLast4: '4242' })
})

test.each(['link', 'cashapp', 'us_bank_account'])('%s is named by its kind', (type) => {
  expect(paidBy({ type, [type]: { last4: '6789' } })).toEqual({ method: type, cardLast4: null })
})

test('nothing is known without the charge', () => {
  expect(paidWithOf(undefined)).toBeNull()
  expect(paidWithOf(null)).toBeNull()
  expect(paidWithOf('pi_1')).toBeNull()
  expect(paidWithOf({ latest_charge: 'ch_1' } as Stripe.PaymentIntent)).toBeNull()
  expect(paidWithOf({ latest_charge: null } as Stripe.PaymentIntent)).toBeNull()
  expect(paidBy(null)).toBeNull()
})

test('what could not be stored is left out', () => {
  expect(card('Some Bank', '4242')).toBeNull()
  expect(card('x'.repeat(41), '4242')).toBeNull()
  expect(card('visa', '12345')).toEqual({ method: 'visa', cardLast4: null })
  expect(card('visa', '٤٢٤٢')).toEqual({ method: 'visa', cardLast4: null })
})
