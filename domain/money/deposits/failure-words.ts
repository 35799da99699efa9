/** The payment provider's code for a refund refused because its payment is disputed. */
const DISPUTED: readonly string[] = ['charge_disputed', 'charge_for_pending_refund_disputed']

/** Why a refund did not reach the card, for its payer; ends a sentence. */
const CAUSES: Readonly<Record<string, string>> = {
  declined: 'but the bank declined it. This can happen when a card was closed or replaced',
  expired_or_canceled_card: 'but the card has expired or was canceled',
  insufficient_funds: 'but it did not go through because of a problem on our side',
  lost_or_stolen_card: 'but the card was reported lost or stolen',
}

export function isDisputed(failure: string | null): boolean {
  return failure !== null && DISPUTED.includes(failure)
}

/** 'but the bank declined it. …' for 'declined'; says no more than is known. */
export function failureForPayer(failure: string | null): string {
  if (isDisputed(failure))
    return 'but the payment was disputed with your bank, and a disputed payment cannot be refunded to the card'
  return CAUSES[failure ?? ''] ?? 'but it did not go through'
}
