import { openSession, submitCard } from './checkout.ts'
import type { Shop } from './shop.ts'

/** Two prices of one product: a plan that is billed monthly or annually. */
export async function offerPlans({ stripe }: Shop) {
  const product = await stripe.products.create({ name: '30 Monthly Credits' })
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      lookup_key: interval,
      recurring: { interval },
    })
  return { monthly: await price(2000, 'month'), annual: await price(20_000, 'year') }
}

/** Subscribes on the checkout page. */
export async function subscribe(shop: Shop, price: string, fields: { card?: string } = {}) {
  const session = await openSession(shop, {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    metadata: { order: 'o1' },
    subscription_data: { metadata: { user: 'u1' } },
  })
  const answer = await submitCard(shop, session.id, fields)
  if (answer.status !== 303) throw new Error(`Answered ${answer.status}`)
  const paid = await shop.stripe.checkout.sessions.retrieve(session.id)
  if (typeof paid.subscription !== 'string') throw new Error('No subscription began')
  return shop.stripe.subscriptions.retrieve(paid.subscription)
}

/** A subscriber on a test clock, created through the API without a page. */
export async function subscriberOnClock({ stripe }: Shop, price: string, begins: string) {
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Date.parse(begins) / 1000,
  })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card.id,
  })
  return { clock, customer, subscription }
}
