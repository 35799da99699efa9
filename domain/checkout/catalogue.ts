import type { PlanType, ProductType } from '#db/enums.ts'
import { CREDITS_A_MONTH, plans } from '#domain/subscriptions/plans.ts'
import { PACK_PRICE } from './pack-price.ts'

export type CreditProductType = Exclude<ProductType, 'deposit' | 'deposit_top_up'>

/** Something a shopper can pay for. Amounts here decide; nothing a browser says about them does. */
export type CreditProduct = {
  readonly id: CreditProductType
  readonly name: string
  readonly description: string
  readonly priceCents: number
  /** Credits in all, a friend's half and all twelve months included. */
  readonly credits: number
  readonly type: CreditProductType
  readonly mode: 'payment' | 'subscription'
  /** Names the price at Stripe. */
  readonly lookupKey: string
  /** How often a subscription is billed. */
  readonly interval?: 'month' | 'year'
}

/** The catalogue of spec 7.1. */
export const creditProducts: readonly CreditProduct[] = [
  {
    id: 'subscription_monthly',
    name: '30 Monthly Credits',
    description: '30 credits per month. Credits roll over 1 month. Cancel anytime.',
    priceCents: plans.subscription_monthly.priceCents,
    credits: CREDITS_A_MONTH,
    type: 'subscription_monthly',
    mode: 'subscription',
    lookupKey: plans.subscription_monthly.lookupKey,
    interval: 'month',
  },
  {
    id: 'subscription_annual',
    name: '30 Monthly Credits (Charged Annually)',
    description:
      '30 credits per month, paid once a year. Annual saves $40/year. Credits roll over 1 month. Cancel anytime.',
    priceCents: plans.subscription_annual.priceCents,
    credits: 12 * CREDITS_A_MONTH,
    type: 'subscription_annual',
    mode: 'subscription',
    lookupKey: plans.subscription_annual.lookupKey,
    interval: 'year',
  },
  {
    id: 'one_time',
    name: '50 Credits',
    description: '50 credits to use within 3 months.',
    priceCents: PACK_PRICE.priceCents,
    credits: PACK_PRICE.credits,
    type: 'one_time',
    mode: 'payment',
    lookupKey: 'hemline_50_credits',
  },
  {
    id: 'gift',
    name: '50/50 Credit deal',
    description: '50 credits for you and 50 for a friend. They expire 3 months after purchase.',
    priceCents: 5000,
    credits: 100,
    type: 'gift',
    mode: 'payment',
    lookupKey: 'hemline_gift',
  },
]

/** What is on sale now: subscriptions and gifts are sold once their whole life is looked after. */
const ON_SALE: readonly CreditProductType[] = [
  'subscription_monthly',
  'subscription_annual',
  'one_time',
  'gift',
]

export const productsOnSale: readonly CreditProduct[] = creditProducts.filter((product) =>
  ON_SALE.includes(product.id),
)

export function findProductOnSale(id: unknown): CreditProduct | null {
  return productsOnSale.find((product) => product.id === id) ?? null
}

/** The pack of credits, of which one checkout may buy several. */
export const PACK = { ...PACK_PRICE, maxQuantity: 10 } as const

/** How many of a product one checkout buys: only packs come in numbers. */
export function quantityOf(type: ProductType, requested: number): number {
  if (type !== 'one_time' || !Number.isInteger(requested)) return 1
  return Math.min(PACK.maxQuantity, Math.max(1, requested))
}

/** What one credit costs, in cents; of a gift both halves count. */
export function centsPerCredit({ priceCents, credits }: CreditProduct): number {
  return Math.round(priceCents / credits)
}

/** The one-time refundable deposit (spec 6.1). */
export const DEPOSIT = {
  name: 'Refundable deposit',
  description: 'Pay once. Ask for it back any time you have no open rental.',
  amountCents: 5000,
  lookupKey: 'hemline_deposit',
} as const

/**
 * What fills up a deposit of which something was taken. It costs what is missing, so it has no price
 * of its own at Stripe.
 */
export const DEPOSIT_TOP_UP = {
  name: 'Addition to your deposit',
  description: 'Refundable. Ask for it back any time you have no open rental.',
} as const

/** Bought credits lapse this many months after payment. */
export const PACK_MONTHS = 3

/** Of a gift's credits, these are the buyer's own; the rest is the friend's. */
export const GIFT_HALF = 50

export function isPlan(type: ProductType): type is PlanType {
  return type === 'subscription_monthly' || type === 'subscription_annual'
}
