import { creditsInWords } from '#app/components/viewer/shell.ts'
import { type CreditProduct, centsPerCredit, isPlan } from '#domain/money/checkout/catalogue.ts'
import { GIFT_HALF } from '#domain/money/checkout/pack-price.ts'
import { giftExpiry } from '#domain/money/checkout/pack-words.ts'
import { RENEWAL_TERMS } from '#domain/money/plans/plan-words.ts'
import { dollars } from '#domain/shared/cents.ts'

/** The payment page could not be opened. */
export const CHECKOUT_FAILED = 'Failed to create checkout session'

export const PORTAL_FAILED = 'Failed to open billing portal. Please try again.'

/**
 * Describes a product; a gift with how long its credits last, which is a setting, and a plan with
 * the terms of its renewal.
 */
export function describe({ type, description }: CreditProduct, giftMonths: number | null): string {
  if (type === 'gift') return `${description} ${giftExpiry(giftMonths)}`
  return isPlan(type) ? `${description} ${RENEWAL_TERMS[type]}` : description
}

/** The number of a product's credits, and the price of each. */
export function productSummary(product: CreditProduct): string {
  const each = `${dollars(centsPerCredit(product))} per credit`
  return product.type === 'gift'
    ? `${GIFT_HALF} credits + ${GIFT_HALF} for a friend, ${each}`
    : `${creditsInWords(product.credits)}, ${each}`
}
