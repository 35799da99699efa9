import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { paidWithOf } from './paid-with.ts'

const paidBy = (details: object | null) =>
  paidWithOf({ latest_charge: { payment_method_details: details } } as Stripe.PaymentIntent)
const none = { cardLast4: null, cardExpires: null, cardFingerprint: null }
const ends = { exp_month: 3, exp_year: 2034 }
const card = (brand: string | null, last4: string | null, more: object = {}) =>
  paidBy({ type: 'card', card: { brand, last4, ...more } })

test('a card is named by its network and its last four digits', () => {
  expect(card('visa', '4242')).toEqual({ ...none, method: 'visa', cardLast4: '4242' })
  expect(card('amex', null)).toEqual({ ...none, method: 'amex' })
  expect(card(null, '4242')).toEqual({ ...none, method: 'card', cardLast4: '4242' })
})

test('a card has a last month, and Stripe’s name of its number where it gives one', () => {
  const [month, name] = [{ cardExpires: '2034-03' }, { cardFingerprint: 'Xt5EWLLDS7FJjR1c' }]
  expect(card('visa', '4242', ends)).toMatchObject(month)
  expect(card('visa', '4242', { ...ends, fingerprint: 'Xt5EWLLDS7FJjR1c' })).toMatchObject({
    ...month,
    ...name,
  })
})

test.each(['link', 'cashapp', 'us_bank_account'])('%s is named by its kind', (type) => {
  expect(paidBy({ type, [type]: { last4: '6789' } })).toEqual({ ...none, method: type })
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
  expect(card('visa', '12345')).toEqual({ ...none, method: 'visa' })
  expect(card('visa', '٤٢٤٢')).toEqual({ ...none, method: 'visa' })
  expect(card('visa', null, { exp_month: 13, exp_year: 2034 })).toEqual({ ...none, method: 'visa' })
  expect(card('visa', null, { fingerprint: 'a b' })).toEqual({ ...none, method: 'visa' })
})
