import type { ProductType } from '#db/enums.ts'

// Readable forms of the payment provider's codes.

export const DISPUTE_REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process the payment',
  check_returned: 'Check returned',
  credit_not_processed: 'Refund not received',
  customer_initiated: 'Opened by the customer',
  debit_not_authorized: 'Debit not authorized',
  duplicate: 'Charged twice',
  fraudulent: 'Reported as fraud',
  general: 'No reason given',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money in the account',
  noncompliant: 'Against the rules of the card network',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription was canceled',
  unrecognized: 'Payment not recognized',
}

export const REFUND_FAILURES: Readonly<Record<string, string>> = {
  charge_disputed: 'The payment was disputed, so no part of it can be refunded to the card',
  charge_for_pending_refund_disputed: 'The payment is disputed',
  declined: 'The bank declined the refund',
  expired_or_canceled_card: 'Card expired or canceled',
  insufficient_funds: 'Not enough balance at the payment provider',
  lost_or_stolen_card: 'Card reported lost or stolen',
  merchant_request: 'Canceled at the payment provider',
  unknown: 'No reason given',
}

/** 'Reported as fraud' for 'fraudulent'. */
export function disputeReason(code: string): string {
  return DISPUTE_REASONS[code] ?? plain(code)
}

/** 'Card expired or cancelled' for 'expired_or_canceled_card'; a sentence stays as it is. */
export function refundFailure(code: string): string {
  return REFUND_FAILURES[code] ?? (/^[a-z_]+$/.test(code) ? plain(code) : code)
}

function plain(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a payment was for. */
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
  return `https://dashboard.stripe.com/disputes/${encodeURIComponent(disputeId)}`
}
