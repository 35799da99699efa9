import type { PlanType } from '#db/enums.ts'
import { CREDITS_A_MONTH, plans } from '#domain/money/plans/plans.ts'
import { dollars } from '#domain/shared/cents.ts'
import { PACK_PRICE } from './pack-price.ts'

// Pure, and without the names and descriptions of the catalogue: the item page computes it while
// dates are chosen.

/** One checkout sells at most this many packs. */
export const MAX_PACKS = 10

/** What a rental costs, and what its shopper has of that. */
export type Lacking = {
  /** The price of the rental, in credits. */
  readonly credits: number
  /** Credits that can be spent now. */
  readonly balance: number
  /** Cents to pay until the deposit covers the rental; 0 when it does. */
  readonly depositCents: number
  /** One plan per person: false for subscribers. */
  readonly mayTakePlan: boolean
}

/** One way of paying today for what a rental still needs. */
export type WayToPay = {
  /** What brings the missing credits; null when none are missing. */
  readonly buys:
    | { readonly product: PlanType; readonly quantity: 1 }
    | { readonly product: 'one_time'; readonly quantity: number }
    | null
  readonly creditsCents: number
  /** The credits that can be spent right after paying: of a plan, those of its first month. */
  readonly boughtCredits: number
  readonly depositCents: number
  readonly totalCents: number
}

export type PayToday = {
  /** The cheapest today first; empty when no checkout sells so many credits. */
  readonly ways: readonly WayToPay[]
  /** How many of the bought credits the rental takes. */
  readonly missingCredits: number
  /** A month of the plan, which the shopper could take, does not cover the rental. */
  readonly isMoreThanAMonth: boolean
}

/** What a shopper pays today to rent (spec 4.10): the deposit, credits, both or nothing. */
export function payToday({ credits, balance, depositCents, mayTakePlan }: Lacking): PayToday {
  const missingCredits = Math.max(0, credits - balance)
  const isMoreThanAMonth = mayTakePlan && missingCredits > CREDITS_A_MONTH
  const way = (buys: WayToPay['buys'], creditsCents: number, boughtCredits: number): WayToPay => {
    return {
      buys,
      creditsCents,
      boughtCredits,
      depositCents,
      totalCents: creditsCents + depositCents,
    }
  }
  if (missingCredits === 0) return { ways: [way(null, 0, 0)], missingCredits, isMoreThanAMonth }
  const ways: WayToPay[] = []
  if (mayTakePlan && !isMoreThanAMonth)
    for (const { type, priceCents } of Object.values(plans))
      ways.push(way({ product: type, quantity: 1 }, priceCents, CREDITS_A_MONTH))
  const packs = Math.ceil(missingCredits / PACK_PRICE.credits)
  if (packs <= MAX_PACKS) {
    const [cents, bought] = [packs * PACK_PRICE.priceCents, packs * PACK_PRICE.credits]
    ways.push(way({ product: 'one_time', quantity: packs }, cents, bought))
  }
  ways.sort((a, b) => a.totalCents - b.totalCents)
  return { ways, missingCredits, isMoreThanAMonth }
}

const NAMES = {
  subscription_monthly: () => 'plan',
  subscription_annual: () => 'yearly plan',
  one_time: (quantity: number) => (quantity === 1 ? 'pack' : `for ${quantity} packs`),
} as const

/** What comes with a way's credits: '30 credits', '30 credits a month' of a year. */
function creditsOf({ buys, boughtCredits }: WayToPay): string {
  return `${boughtCredits} credits${buys?.product === 'subscription_annual' ? ' a month' : ''}`
}

/** '$50.00 refundable deposit + $20.00 plan (30 credits, 21 for this rental) = $70.00'. */
export function wayInWords(way: WayToPay, missingCredits: number, what = 'this rental'): string {
  const { buys, creditsCents, depositCents, totalCents } = way
  const parts = [
    depositCents > 0 && `${dollars(depositCents)} refundable deposit`,
    buys &&
      `${dollars(creditsCents)} ${NAMES[buys.product](buys.quantity)} (${creditsOf(way)}, ${missingCredits} for ${what})`,
  ].filter((part) => typeof part === 'string')
  if (parts.length === 0) return 'nothing to pay'
  return parts.length === 1 ? parts.join('') : `${parts.join(' + ')} = ${dollars(totalCents)}`
}

const BOUGHT = {
  subscription_monthly: () => 'the plan',
  subscription_annual: () => 'the yearly plan',
  one_time: (quantity: number) => (quantity === 1 ? 'a pack' : `${quantity} packs`),
} as const

/** 'Pay $50.00 for a pack instead (50 credits)', on its button; 'with a pack' beside a deposit. */
export function insteadInWords(way: WayToPay): string {
  const { buys, depositCents, totalCents } = way
  if (!buys) return `Pay ${dollars(totalCents)} instead`
  const bought = BOUGHT[buys.product](buys.quantity)
  const amount = `Pay ${dollars(totalCents)} ${depositCents > 0 ? 'with' : 'for'}`
  return `${amount} ${bought} instead (${creditsOf(way)})`
}

/** Why no month of the plan is among the ways. */
export const moreThanAMonth = (what = 'this rental') =>
  `A month of the plan brings ${CREDITS_A_MONTH} credits, so it does not cover ${what}.`
