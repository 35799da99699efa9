import { CREDITS_A_MONTH, plans } from '#domain/money/plans/plans.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { PACK_PRICE } from './pack-price.ts'

/** What a number of credits costs in whole dollars, bought in the cheapest and the dearest way. */
export type DollarRange = { readonly low: number; readonly high: number }

// Not from the catalogue: lists of items need none of its names and descriptions.
const MIN_CREDIT_CENTS = plans.subscription_monthly.priceCents / CREDITS_A_MONTH
const MAX_CREDIT_CENTS = PACK_PRICE.priceCents / PACK_PRICE.credits

/**
 * What credits for one rental cost: at least the price in the monthly plan, unless a month of it
 * does not bring so many, and at most that in a pack. The annual plan and a gift are cheaper, but
 * not for one rental.
 */
export function dollarRange(credits: number): DollarRange {
  const dollars = (cents: number) => Math.round((credits * cents) / 100)
  const low = dollars(credits > CREDITS_A_MONTH ? MAX_CREDIT_CENTS : MIN_CREDIT_CENTS)
  return { low, high: Math.max(low, dollars(MAX_CREDIT_CENTS)) }
}

/** 'about $19 to $28'; 'free' for no credits. */
export function dollarsInWords(credits: number): string {
  const { low, high } = dollarRange(credits)
  if (high === 0) return 'free'
  return low === high
    ? `about ${shortDollars(high * 100)}`
    : `about ${shortDollars(low * 100)} to ${shortDollars(high * 100)}`
}

/** '$19–$28', for a card. */
export function dollarsInShort(credits: number): string {
  const { low, high } = dollarRange(credits)
  if (high === 0) return 'free'
  const max = shortDollars(high * 100)
  return low === high ? max : `${shortDollars(low * 100)}–${max}`
}
