import { expect, test } from 'vitest'
import {
  centsPerCredit,
  findProductOnSale,
  isPlan,
  productsOnSale,
  quantityOf,
} from './catalogue.ts'
import { dollarRange, dollarsInShort, dollarsInWords } from './credit-prices.ts'

test('the price of a credit matches the catalogue', () => {
  const cents = productsOnSale.map((product) => [product.id, centsPerCredit(product)])
  expect(Object.fromEntries(cents)).toEqual({
    one_time: 100,
    subscription_monthly: 67,
    subscription_annual: 56,
    gift: 50,
  })
})

test.each([
  [28, { low: 19, high: 28 }, 'about $19 to $28', '$19–$28'],
  [30, { low: 20, high: 30 }, 'about $20 to $30', '$20–$30'],
  [49, { low: 49, high: 49 }, 'about $49', '$49'],
  [7, { low: 5, high: 7 }, 'about $5 to $7', '$5–$7'],
  [1, { low: 1, high: 1 }, 'about $1', '$1'],
  [0, { low: 0, high: 0 }, 'free', 'free'],
  [7000, { low: 7000, high: 7000 }, 'about $7,000', '$7,000'],
])('%i credits cost between the monthly plan, if a month brings so many, and a pack', (credits, range, words, short) => {
  expect(dollarRange(credits)).toEqual(range)
  expect(dollarsInWords(credits)).toBe(words)
  expect(dollarsInShort(credits)).toBe(short)
})

test('one checkout buys one to ten packs, or one of any other product', () => {
  const quantities = [-1, 0, 1, 2, 10, 11, 2.5, Number.NaN]
  expect(quantities.map((one) => quantityOf('one_time', one))).toEqual([1, 1, 1, 2, 10, 10, 1, 1])
  expect(quantityOf('gift', 2)).toBe(1)
  expect(productsOnSale.map(({ id }) => [id, isPlan(id)])).toEqual([
    ['subscription_monthly', true],
    ['subscription_annual', true],
    ['one_time', false],
    ['gift', false],
  ])
  expect([findProductOnSale('gift')?.id, findProductOnSale('deposit')]).toEqual(['gift', null])
})
