import type Stripe from 'stripe'
import type { Shop } from './shop.ts'

/** An open session for one product that costs 50 dollars. */
export function openSession(
  { stripe }: Pick<Shop, 'stripe'>,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://shop.test/done?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/cart',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'Deposit' } },
      },
    ],
    ...more,
  })
}

export const goodForm = {
  email: 'sam@shop.test',
  card: 'visa',
  number: '',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Sam Shopper',
}

/** Sends the form of the checkout page like a browser without JavaScript. */
export function submitCard(
  { origin }: Pick<Shop, 'origin'>,
  sessionId: string,
  fields: Partial<typeof goodForm> = {},
  headers: { origin?: string; 'sec-fetch-site'?: string } = {},
): Promise<Response> {
  return fetch(`${origin}/sandbox/checkout/${sessionId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', origin, ...headers },
    body: new URLSearchParams({ ...goodForm, ...fields }),
  })
}

/** A card with this number, typed by hand. */
export function typed(number: string): Partial<typeof goodForm> {
  return { card: 'own', number }
}

/** A session paid with this card, and its payment. */
export async function paidSession(shop: Shop, fields: Partial<typeof goodForm> = {}) {
  const session = await openSession(shop)
  await submitCard(shop, session.id, fields)
  const paid = await shop.stripe.checkout.sessions.retrieve(session.id)
  if (typeof paid.payment_intent !== 'string') throw new Error('The session was not paid')
  return { session: paid, intentId: paid.payment_intent }
}
