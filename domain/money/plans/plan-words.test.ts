import { expect, test } from 'vitest'
import { findProductOnSale } from '#domain/money/checkout/catalogue.ts'
import { ANNUAL_SAVING, PLAN_ROLLOVER, ROLLOVER } from './plan-words.ts'

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
