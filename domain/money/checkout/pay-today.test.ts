import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PACK } from './catalogue.ts'
import {
  insteadInWords,
  type Lacking,
  MAX_PACKS,
  moreThanAMonth,
  payToday,
  wayInWords,
} from './pay-today.ts'

const nothingOwned: Lacking = { credits: 21, balance: 0, depositCents: 5000, mayTakePlan: true }

/** The sentence of each way, the cheapest first. */
function sentences(lacking: Partial<Lacking>): string[] {
  const { ways, missingCredits } = payToday({ ...nothingOwned, ...lacking })
  return ways.map((way) => wayInWords(way, missingCredits))
}

test('somebody who owns nothing pays deposit and credits, the cheapest way first', () => {
  expect(sentences({})).toEqual([
    '$50.00 refundable deposit + $20.00 plan (30 credits, 21 for this rental) = $70.00',
    '$50.00 refundable deposit + $50.00 pack (50 credits, 21 for this rental) = $100.00',
    '$50.00 refundable deposit + $200.00 yearly plan (30 credits a month, 21 for this rental) = $250.00',
  ])
  const { ways } = payToday(nothingOwned)
  expect(ways.map(insteadInWords)).toEqual([
    'Pay $70.00 with the plan instead (30 credits)',
    'Pay $100.00 with a pack instead (50 credits)',
    'Pay $250.00 with the yearly plan instead (30 credits a month)',
  ])
})

test('only what is missing is paid', () => {
  expect(sentences({ balance: 21 })).toEqual(['$50.00 refundable deposit'])
  expect(sentences({ balance: 21, depositCents: 0 })).toEqual(['nothing to pay'])
  expect(sentences({ credits: 0, depositCents: 1250 })).toEqual(['$12.50 refundable deposit'])
  expect(sentences({ balance: 20, depositCents: 0 })).toEqual([
    '$20.00 plan (30 credits, 1 for this rental)',
    '$50.00 pack (50 credits, 1 for this rental)',
    '$200.00 yearly plan (30 credits a month, 1 for this rental)',
  ])
  expect(sentences({ balance: 20, depositCents: 0, mayTakePlan: false })).toEqual([
    '$50.00 pack (50 credits, 1 for this rental)',
  ])
})

test('a rental above a month of the plan says so, and is paid with packs', () => {
  const { isMoreThanAMonth, missingCredits, ways } = payToday({ ...nothingOwned, credits: 70 })
  expect(isMoreThanAMonth).toBe(true)
  expect(ways.map((way) => wayInWords(way, missingCredits))).toEqual([
    '$50.00 refundable deposit + $100.00 for 2 packs (100 credits, 70 for this rental) = $150.00',
  ])
  expect(moreThanAMonth()).toBe(
    'A month of the plan brings 30 credits, so it does not cover this rental.',
  )
  expect(payToday({ ...nothingOwned, credits: 31 }).isMoreThanAMonth).toBe(true)
  expect(payToday({ ...nothingOwned, credits: 30 }).isMoreThanAMonth).toBe(false)
  // To a subscriber no plan is offered, so nothing is said about it.
  const subscriber = { ...nothingOwned, credits: 70, mayTakePlan: false }
  expect(payToday(subscriber).isMoreThanAMonth).toBe(false)
})

test('one checkout sells ten packs at most', () => {
  expect(MAX_PACKS).toBe(PACK.maxQuantity)
  const maxCredits = MAX_PACKS * PACK.credits
  expect(payToday({ ...nothingOwned, credits: maxCredits }).ways).toMatchObject([
    { totalCents: MAX_PACKS * PACK.priceCents + 5000 },
  ])
  expect(payToday({ ...nothingOwned, credits: maxCredits + 1 }).ways).toEqual([])
})

test('every way brings enough, no more packs than needed, and they cost more from way to way', () => {
  const lacking = fc.record({
    credits: fc.nat(600),
    balance: fc.nat(600),
    depositCents: fc.constantFrom(0, 50, 1050, 5000),
    mayTakePlan: fc.boolean(),
  })
  fc.assert(
    fc.property(lacking, (some) => {
      const { ways, missingCredits } = payToday(some)
      for (const { buys, boughtCredits, creditsCents, depositCents, totalCents } of ways) {
        expect(boughtCredits).toBeGreaterThanOrEqual(missingCredits)
        expect(totalCents).toBe(creditsCents + depositCents)
        expect(depositCents).toBe(some.depositCents)
        if (buys?.product === 'one_time')
          expect(boughtCredits - PACK.credits).toBeLessThan(missingCredits)
      }
      const totals = ways.map(({ totalCents }) => totalCents)
      expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    }),
  )
})

test('each way to pay has a button of its own', () => {
  const ways = (lacking: Partial<Lacking>) => payToday({ ...nothingOwned, ...lacking }).ways
  expect(ways({ depositCents: 0 }).map(insteadInWords)).toEqual([
    'Pay $20.00 for the plan instead (30 credits)',
    'Pay $50.00 for a pack instead (50 credits)',
    'Pay $200.00 for the yearly plan instead (30 credits a month)',
  ])
  const [packs] = ways({ credits: 70, depositCents: 0 })
  expect(packs && insteadInWords(packs)).toBe('Pay $100.00 for 2 packs instead (100 credits)')
})
