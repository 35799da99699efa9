import type { ProductType } from '#db/enums.ts'
import { stripeIdOf } from '#domain/money/deposits/payment-parts.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import codes from './payment-words.json' with { type: 'json' }

// Readable forms of the payment provider's codes.

export const DISPUTE_REASONS: Readonly<Record<string, string>> = codes.disputes

export const REFUND_FAILURES: Readonly<Record<string, string>> = codes.refunds

/** 'Reported as fraud' for 'fraudulent'. */
export function disputeReason(code: string): string {
  return DISPUTE_REASONS[code] ?? plain(code)
}

/** 'Card expired or cancelled' for 'expired_or_canceled_card'; a sentence stays as it is. */
export function refundFailure(code: string): string {
  return REFUND_FAILURES[code] ?? (/^[a-z_]+$/.test(code) ? plain(code) : code)
}

/** 'Insufficient funds' for 'insufficient_funds': why a payment failed. */
export const declineReason = (code: string): string => plain(code)

function plain(code: string): string {
  return capitalized(code.replaceAll('_', ' '))
}

export const PRODUCT_WORDS = {
  deposit: 'Deposit',
  deposit_top_up: 'Deposit top-up',
  one_time: 'Credit pack',
  gift: 'Gift',
  subscription_monthly: 'Monthly plan',
  subscription_annual: 'Annual plan',
} as const satisfies Record<ProductType, string>

/** The dashboard address where a dispute is answered with evidence. */
export function disputeAddress(disputeId: string): string {
  return `https://dashboard.stripe.com/disputes/${encodeURIComponent(stripeIdOf(disputeId))}`
}
