import { expect, test } from 'vitest'
import { openSession, submitCard } from './testing/checkout.ts'
import { openShop } from './testing/shop.ts'

test('a session that is paid on its page is complete, charged once, and told by webhooks', async () => {
  const shop = await openShop()
  const session = await openSession(shop, {
    client_reference_id: 'order-1',
    metadata: { order: 'order-1' },
    payment_intent_data: { metadata: { order: 'order-1' } },
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 5000 })
  expect(session.url).toBe(`${shop.origin}/sandbox/checkout/${session.id}`)

  const answer = await submitCard(shop, session.id)

  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://shop.test/done?session_id=${session.id}`)
  const paid = await shop.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'line_items.data.price.product'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'order-1',
    customer_details: { email: 'sam@shop.test', name: 'Sam Shopper' },
    payment_intent: {
      status: 'succeeded',
      amount_received: 5000,
      metadata: { order: 'order-1' },
      latest_charge: { paid: true, amount_captured: 5000 },
    },
    line_items: { data: [{ amount_total: 5000, price: { product: { name: 'Deposit' } } }] },
  })

  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events.map((event) => event.type)).toEqual([
    'product.created',
    'price.created',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ])
  expect(shop.events.at(-1)).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { id: session.id, payment_status: 'paid' } },
  })
})
