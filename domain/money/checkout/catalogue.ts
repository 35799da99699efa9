import type { PlanType, ProductType } from '#db/enums.ts'
import { ANNUAL_SAVING, MONTHLY_CREDITS, ROLLOVER } from '#domain/money/plans/plan-words.ts'
import { CREDITS_A_MONTH, plans } from '#domain/money/plans/plans.ts'
import { counted } from '#domain/shared/figures.ts'
import { DEPOSIT_CENTS } from './deposit-price.ts'
import { GIFT_HALF, PACK_MONTHS, PACK_PRICE } from './pack-price.ts'

export type CreditProductType = Exclude<ProductType, 'deposit' | 'deposit_top_up'>

/** Something a shopper can buy. These amounts count, not what the browser sends. */
export type CreditProduct = {
  readonly id: CreditProductType
  readonly name: string
  readonly description: string
  readonly priceCents: number
  /** Total credits, including a friend's half and all twelve months. */
  readonly credits: number
  readonly type: CreditProductType
  readonly mode: 'payment' | 'subscription'
  /** Identifies the price at Stripe. */
  readonly lookupKey: string
  /** How often a subscription is billed. */
  readonly interval?: 'month' | 'year'
}

export const GIFT_NAME = `${GIFT_HALF}/${GIFT_HALF} Credit deal`

/** The catalogue of spec 7.1. */
export const productsOnSale: readonly CreditProduct[] = [
  {
    id: 'subscription_monthly',
    name: `${CREDITS_A_MONTH} Monthly Credits`,
    description: `${MONTHLY_CREDITS}. ${ROLLOVER}. Cancel anytime.`,
    priceCents: plans.subscription_monthly.priceCents,
    credits: CREDITS_A_MONTH,
    type: 'subscription_monthly',
    mode: 'subscription',
    lookupKey: plans.subscription_monthly.lookupKey,
    interval: 'month',
  },
  {
    id: 'subscription_annual',
    name: `${CREDITS_A_MONTH} Monthly Credits (Charged Annually)`,
    description: `${MONTHLY_CREDITS}, paid once a year. Annual saves ${ANNUAL_SAVING}/year. ${ROLLOVER}. Cancel anytime.`,
    priceCents: plans.subscription_annual.priceCents,
    credits: 12 * CREDITS_A_MONTH,
    type: 'subscription_annual',
    mode: 'subscription',
    lookupKey: plans.subscription_annual.lookupKey,
    interval: 'year',
  },
  {
    id: 'one_time',
    name: `${PACK_PRICE.credits} Credits`,
    description: `${PACK_PRICE.credits} credits to use within ${counted(PACK_MONTHS, 'month')}.`,
    priceCents: PACK_PRICE.priceCents,
    credits: PACK_PRICE.credits,
    type: 'one_time',
    mode: 'payment',
    lookupKey: 'hemline_50_credits',
  },
  {
    id: 'gift',
    name: GIFT_NAME,
    // Without the expiry: it is a setting, and Stripe would keep showing an old value.
    description: `${GIFT_HALF} credits for you and ${GIFT_HALF} for a friend.`,
    priceCents: 5000,
    credits: 2 * GIFT_HALF,
    type: 'gift',
    mode: 'payment',
    lookupKey: 'hemline_gift',
  },
]

export function findProductOnSale(id: unknown): CreditProduct | null {
  return productsOnSale.find((product) => product.id === id) ?? null
}

/** The pack of credits, of which one checkout may buy several. */
export const PACK = { ...PACK_PRICE, maxQuantity: 10 } as const

/** How many of a product one checkout buys: more than one only for packs. */
export function quantityOf(type: ProductType, requested: number): number {
  if (type !== 'one_time' || !Number.isInteger(requested)) return 1
  return Math.min(PACK.maxQuantity, Math.max(1, requested))
}

/** What one credit costs, in cents; for a gift both halves count. */
export function centsPerCredit({ priceCents, credits }: CreditProduct): number {
  return Math.round(priceCents / credits)
}

/** The one-time refundable deposit (spec 6.1). */
export const DEPOSIT = {
  name: 'Refundable deposit',
  description: 'Pay once. Ask for it back any time you have no open rental.',
  amountCents: DEPOSIT_CENTS,
  lookupKey: 'hemline_deposit',
} as const

/**
 * The product that restores a deposit from which something was withheld. It costs the missing
 * amount, so it has no fixed price at Stripe.
 */
export const DEPOSIT_TOP_UP = {
  name: 'Deposit top-up',
  description: 'Refundable. Ask for it back any time you have no open rental.',
} as const

export function isPlan(type: ProductType): type is PlanType {
  return type === 'subscription_monthly' || type === 'subscription_annual'
}
