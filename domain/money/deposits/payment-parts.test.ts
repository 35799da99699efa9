import { expect, test } from 'vitest'
import { depositPartOf, splitCents, stripeIdOf } from './payment-parts.ts'

const whole = (cents: number) => ({ amountCents: cents, leftCents: cents })

test('a part of a payment has an id of its own, from which that at Stripe is read', () => {
  expect(depositPartOf('pi_1')).toBe('pi_1#deposit')
  expect(stripeIdOf('pi_1#deposit')).toBe('pi_1')
  expect(stripeIdOf('pi_1')).toBe('pi_1')
})

test('what is taken of a payment is split in proportion to what is left of its parts', () => {
  const [credits, deposit] = [whole(2000), whole(5000)]
  expect(splitCents(7000, credits, deposit)).toEqual({ credits: 2000, deposit: 5000 })
  expect(splitCents(700, credits, deposit)).toEqual({ credits: 200, deposit: 500 })
  expect(splitCents(1, credits, deposit)).toEqual({ credits: 0, deposit: 1 })
  expect(splitCents(0, credits, deposit)).toEqual({ credits: 0, deposit: 0 })
})

test('a part that was refunded is not taken again, unless all of the payment is', () => {
  const refunded = { amountCents: 5000, leftCents: 0 }
  expect(splitCents(2000, whole(2000), refunded)).toEqual({ credits: 2000, deposit: 0 })
  expect(splitCents(2500, whole(2000), refunded)).toEqual({ credits: 2000, deposit: 500 })
  expect(splitCents(7000, whole(2000), refunded)).toEqual({ credits: 2000, deposit: 5000 })
})

test('no part gives more than is left of it while the rest suffices', () => {
  for (const [ofCredits, ofDeposit] of [
    [2000, 5000],
    [1, 4999],
    [333, 77],
  ] as const)
    for (let cents = 0; cents <= ofCredits + ofDeposit; cents++) {
      const split = splitCents(cents, whole(ofCredits), whole(ofDeposit))
      expect(split.credits + split.deposit).toBe(cents)
      expect(split.credits >= 0 && split.credits <= ofCredits).toBe(true)
      expect(split.deposit >= 0 && split.deposit <= ofDeposit).toBe(true)
    }
})
