import { expect, test } from 'vitest'
import { findProductOnSale } from '#domain/money/checkout/catalogue.ts'
import { ANNUAL_SAVING, PLAN_ROLLOVER, RENEWAL_TERMS, ROLLOVER } from './plan-words.ts'

test('the terms of renewal say the price, the period and until when', () => {
  expect(Object.values(RENEWAL_TERMS)).toEqual([
    'The plan renews at $20.00 a month until you cancel.',
    'The yearly plan renews at $200.00 a year until you cancel.',
  ])
})

test('plans are described by their price and how long their credits last', () => {
  expect(findProductOnSale('subscription_annual')?.description).toBe(
    '30 credits per month, paid once a year. Annual saves $40/year. Credits roll over 1 month. Cancel anytime.',
  )
  expect([ANNUAL_SAVING, ROLLOVER, PLAN_ROLLOVER]).toEqual([
    '$40',
    'Credits roll over 1 month',
    'Credits from a plan roll over 1 month',
  ])
})
