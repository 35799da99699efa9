import type Stripe from 'stripe'

/** How a payment was made. */
export type PaidWith = {
  /** Stripe's name of the card's network, such as 'visa', or of another method, such as 'cashapp'. */
  readonly method: string
  /** The last four digits of a card. */
  readonly cardLast4: string | null
}

/**
 * From the charge of a payment; null when Stripe has not returned it. A name or number of another
 * form than ours is left out: it must not keep a payment from being recorded.
 */
export function paidWithOf(
  intent: string | Stripe.PaymentIntent | null | undefined,
): PaidWith | null {
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  const details = charge && typeof charge === 'object' ? charge.payment_method_details : null
  const method = details?.card?.brand ?? details?.type ?? ''
  if (!/^[a-z0-9_]{1,40}$/.test(method)) return null
  const last4 = details?.card?.last4 ?? ''
  return { method, cardLast4: /^[0-9]{4}$/.test(last4) ? last4 : null }
}
