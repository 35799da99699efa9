import Stripe from 'stripe'
import { type PaidWith, paidWithOf } from './paid-with.ts'
import type { FindPrice } from './prices.ts'
import type { StripeClient } from './stripe-client.ts'
import { orNull, StripeRefused } from './stripe-errors.ts'
import { idOf, toDate } from './stripe-values.ts'

/** The fields of a Checkout Session that an order needs. */
export type PaidSession = {
  readonly id: string
  /** The id of our order; null for a session that we did not open. */
  readonly orderId: string | null
  readonly state: 'open' | 'expired' | 'complete'
  readonly paid: boolean
  /** In cents; null when Stripe has not computed it. */
  readonly amountCents: number | null
  /** The part of the amount that is tax; null when Stripe has not computed it. */
  readonly taxCents: number | null
  /** Lower-case ISO code, such as 'usd'. */
  readonly currency: string | null
  readonly customer: string | null
  /** Only for one-time payments; a subscription's payment is on its invoice. */
  readonly paymentIntent: string | null
  /** Only for one-time payments; null when Stripe does not say. */
  readonly paidWith: PaidWith | null
  /** The subscription that a paid session in subscription mode started. */
  readonly subscription: string | null
  /** When it was paid; null when it has not been. */
  readonly paidAt: Date | null
}

/** What is sold: a price of the account with a quantity, or any amount. */
export type Offer =
  | { readonly lookupKey: string; readonly quantity: number }
  | { readonly name: string; readonly description: string; readonly amountCents: number }

export type CheckoutRequest = {
  readonly orderId: string
  readonly userId: string
  readonly customer: string
  readonly mode: 'payment' | 'subscription'
  /** At least one; in a subscription, what is not a plan is on the first invoice only. */
  readonly offers: readonly Offer[]
  /** Absolute; `{CHECKOUT_SESSION_ID}` in it is replaced by Stripe. */
  readonly successUrl: string
  /** Absolute. */
  readonly cancelUrl: string
  /** When the page closes, from 30 minutes to 24 hours ahead; by default after 24 hours. */
  readonly payBy?: Date
}

export type CheckoutCalls = {
  /**
   * Opens a hosted checkout for an order; the same order gets the same session. Throws
   * `StripeRefused` when the account has no price under an offer's lookup key.
   */
  readonly openCheckout: (
    request: CheckoutRequest,
  ) => Promise<{ readonly sessionId: string; readonly url: string }>
  /** Expires a session so that nobody can pay it; a paid or expired one is not changed. */
  readonly closeCheckout: (sessionId: string) => Promise<void>
  /** The session's current state at Stripe, or null for an unknown id. */
  readonly readSession: (sessionId: string) => Promise<PaidSession | null>
  /** The id of the order that a payment was made for, if the payment has one. */
  readonly orderOfPayment: (paymentIntent: string) => Promise<string | null>
}

export function checkoutCalls({ stripe, call }: StripeClient, findPrice: FindPrice): CheckoutCalls {
  return {
    openCheckout: (request) =>
      call(async () => {
        const metadata = { order_id: request.orderId, user_id: request.userId }
        const session = await stripe.checkout.sessions.create(
          {
            mode: request.mode,
            customer: request.customer,
            client_reference_id: request.orderId,
            line_items: await Promise.all(
              request.offers.map((offer) => lineItem(offer, findPrice)),
            ),
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata,
            ...(request.payBy && { expires_at: Math.floor(request.payBy.getTime() / 1000) }),
            ...(request.mode === 'payment'
              ? { payment_intent_data: { metadata } }
              : { subscription_data: { metadata } }),
          },
          { idempotencyKey: `checkout:${request.orderId}` },
        )
        if (!session.url) throw new StripeRefused('Failed to create checkout session')
        return { sessionId: session.id, url: session.url }
      }),

    closeCheckout: (sessionId) =>
      call(async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId)
        } catch (error) {
          // Stripe can only expire open sessions.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }),

    readSession: (sessionId) =>
      call(async () => {
        const session = await orNull(
          stripe.checkout.sessions.retrieve(sessionId, {
            expand: ['payment_intent.latest_charge'],
          }),
        )
        return session && toPaidSession(session)
      }),

    orderOfPayment: (paymentIntent) =>
      call(async () => {
        const { metadata } = await stripe.paymentIntents.retrieve(paymentIntent)
        return metadata.order_id ?? null
      }),
  }
}

async function lineItem(offer: Offer, findPrice: FindPrice) {
  if ('lookupKey' in offer)
    return { price: await findPrice(offer.lookupKey), quantity: offer.quantity }
  const { name, description, amountCents } = offer
  const product_data = { name, description }
  return { price_data: { currency: 'usd', unit_amount: amountCents, product_data }, quantity: 1 }
}

function toPaidSession(session: Stripe.Checkout.Session): PaidSession {
  const paid = session.payment_status === 'paid' && session.status === 'complete'
  return {
    id: session.id,
    orderId: session.client_reference_id,
    state: stateOf(session.status),
    paid,
    amountCents: session.amount_total,
    taxCents: taxIn(session),
    currency: session.currency,
    customer: idOf(session.customer),
    paymentIntent: idOf(session.payment_intent),
    paidWith: paidWithOf(session.payment_intent),
    subscription: idOf(session.subscription),
    paidAt: paid ? toDate(paidSeconds(session)) : null,
  }
}

function taxIn({ amount_total: total, total_details }: Stripe.Checkout.Session): number | null {
  const tax = total_details?.amount_tax ?? -1
  return tax >= 0 && tax <= (total ?? 0) ? tax : null
}

function stateOf(status: Stripe.Checkout.Session['status']): PaidSession['state'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

/** From the charge if known, else from the payment, else from the session. */
function paidSeconds({ payment_intent: intent, created }: Stripe.Checkout.Session): number {
  if (!intent || typeof intent === 'string') return created
  const charge = intent.latest_charge
  return charge && typeof charge === 'object' ? charge.created : intent.created
}
