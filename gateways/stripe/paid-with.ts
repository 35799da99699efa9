import type Stripe from 'stripe'

/** How a payment was made. */
export type PaidWith = {
  /** Stripe's name of the card's network, such as 'visa', or of another method, such as 'cashapp'. */
  readonly method: string
  /** The last four digits of a card. */
  readonly cardLast4: string | null
  /** The last month of a card, 'YYYY-MM'. */
  readonly cardExpires: string | null
  /** The same for every use of a card's number in our account; null where Stripe has none. */
  readonly cardFingerprint: string | null
}

/** From the charge of a payment; null when Stripe has not returned it. */
export function paidWithOf(
  intent: string | Stripe.PaymentIntent | null | undefined,
): PaidWith | null {
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  return charge && typeof charge === 'object' ? paidWithIn(charge) : null
}

/**
 * A name or number of another form than ours is left out: it must not keep a payment from being
 * recorded.
 */
export function paidWithIn({ payment_method_details: details }: Stripe.Charge): PaidWith | null {
  const card = details?.card
  const method = card?.brand ?? details?.type ?? ''
  if (!/^[a-z0-9_]{1,40}$/.test(method)) return null
  const ends = card && `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return {
    method,
    cardLast4: matching(/^[0-9]{4}$/, card?.last4),
    cardExpires: matching(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, ends),
    cardFingerprint: matching(/^\w{1,64}$/, card?.fingerprint),
  }
}

function matching(form: RegExp, text: string | null | undefined): string | null {
  return text && form.test(text) ? text : null
}
