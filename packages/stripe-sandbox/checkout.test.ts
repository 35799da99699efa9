import { expect, test } from 'vitest'
import { goodForm, openSession, submitCard, typed } from './testing/checkout.ts'
import { openShop, type Shop } from './testing/shop.ts'

const page = async (shop: Shop, path: string) => (await fetch(`${shop.origin}${path}`)).text()

const answerBank = (shop: Shop, sessionId: string, answer: 'approve' | 'refuse') =>
  fetch(`${shop.origin}/sandbox/checkout/${sessionId}/authenticate`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ answer }),
  })

test('a session paid on its page is complete, charged once and reported by webhooks', async () => {
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
    url: null,
    client_reference_id: 'order-1',
    customer: null,
    customer_details: { email: 'sam@shop.test', name: 'Sam Shopper' },
    payment_intent: {
      status: 'succeeded',
      amount_received: 5000,
      metadata: { order: 'order-1' },
      latest_charge: { paid: true, amount_captured: 5000 },
    },
    line_items: { data: [{ amount_total: 5000, price: { product: { name: 'Deposit' } } }] },
  })

  expect(await shop.sandbox.deliverDueWebhooks()).toBe(6)
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

test('a form that is sent ten times at once pays once, and each response leads to the shop', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)

  const answers = await Promise.all(Array.from({ length: 10 }, () => submitCard(shop, id)))

  for (const answer of answers) {
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://shop.test/done?session_id=${id}`)
  }
  expect((await shop.stripe.charges.list()).data).toHaveLength(1)
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1)
  expect((await shop.stripe.events.list({ type: 'checkout.session.completed' })).data).toHaveLength(
    1,
  )
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, 'security code is incorrect.'],
  ['4000000000000119', 'processing_error', undefined, 'An error occurred while processing'],
  ['4111111111111111', 'card_declined', 'test_mode_live_card', 'used a non test card'],
])('the card %s is declined as %s, and another card can still pay', async (number, code, decline_code, words) => {
  const shop = await openShop()
  const { id } = await openSession(shop)

  const declined = await submitCard(shop, id, typed(number))

  expect(declined.status).toBe(402)
  expect(unescaped(await declined.text())).toContain(words)
  const open = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(open).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
  })
  const [intent] = (await shop.stripe.paymentIntents.list()).data
  expect(intent?.last_payment_error?.decline_code).toBe(decline_code)

  expect((await submitCard(shop, id)).status).toBe(303)
  const paid = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_intent: { id: intent?.id, status: 'succeeded', last_payment_error: null },
  })
  const charges = await shop.stripe.charges.list({ payment_intent: intent?.id ?? '' })
  expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
})

test('a card that requires authentication pays after its owner approves', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)

  const requested = await submitCard(shop, id, { card: 'authenticates' })

  expect(requested.headers.get('location')).toBe(`/sandbox/checkout/${id}/authenticate`)
  expect(await page(shop, `/sandbox/checkout/${id}/authenticate`)).toContain('$50.00')
  const waiting = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(waiting).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } })

  const approved = await answerBank(shop, id, 'approve')

  expect(approved.headers.get('location')).toBe(`http://shop.test/done?session_id=${id}`)
  const [charge] = (await shop.stripe.charges.list()).data
  expect(charge?.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
  // Submitting the bank's page twice pays nothing more.
  expect((await answerBank(shop, id, 'approve')).status).toBe(303)
  expect((await shop.stripe.charges.list()).data).toHaveLength(1)
})

test('a refused authentication leaves the session open for another card', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  await submitCard(shop, id, { card: 'authenticates' })

  const refused = await answerBank(shop, id, 'refuse')

  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('unable to authenticate')
  const open = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(open).toMatchObject({
    status: 'open',
    payment_intent: {
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    },
  })
  // The old authentication is closed: approving it now pays nothing.
  expect((await answerBank(shop, id, 'approve')).headers.get('location')).toBe(
    `/sandbox/checkout/${id}`,
  )
  expect((await shop.stripe.charges.list()).data).toEqual([])
  expect((await submitCard(shop, id)).status).toBe(303)
})

test('invalid card fields are reported beside them, the input stays, and nothing is charged', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  const wrong = {
    ...typed('4242 4242 4242 4241'),
    email: 'sam"@shop',
    expiry: '13/40',
    cvc: '12',
    name: ' ',
  }

  const answer = await submitCard(shop, id, wrong)

  expect(answer.status).toBe(400)
  const body = await answer.text()
  for (const words of [
    'Enter an email address, such as name@example.com.',
    'This card number is not valid.',
    'Enter month and year, such as 12 / 34.',
    'Enter the 3 or 4 digits.',
    'Enter the name on the card.',
    'value="sam&quot;@shop"',
    'value="4242 4242 4242 4241"',
    'value="13/40"',
  ]) {
    expect(body).toContain(words)
  }
  expect((await shop.stripe.paymentIntents.list()).data).toEqual([])
})

test('an expired card is reported beside its field', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  expect(await (await submitCard(shop, id, { expiry: '10/26' })).text()).toContain(
    'This card has expired.',
  )
  expect((await submitCard(shop, id, { expiry: '1126' })).status).toBe(303)
})

test('a session expires after a day with a webhook, and cannot be paid', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  shop.clock.advance({ hours: 23 })
  expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  shop.clock.advance({ hours: 1 })

  const answer = await submitCard(shop, id)

  expect(answer.status).toBe(410)
  expect(await answer.text()).toContain('This checkout has expired')
  expect(await page(shop, `/sandbox/checkout/${id}`)).toContain('http://shop.test/cart')
  const session = await shop.stripe.checkout.sessions.retrieve(id)
  expect(session).toMatchObject({ status: 'expired', url: null, payment_intent: null })
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events.at(-1)?.type).toBe('checkout.session.expired')
})

test('the shop can expire an open session, once, and not a paid one', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  expect((await shop.stripe.checkout.sessions.expire(id)).status).toBe('expired')
  await expect(shop.stripe.checkout.sessions.expire(id)).rejects.toThrow('status of "expired"')

  const paid = await openSession(shop)
  await submitCard(shop, paid.id)
  await expect(shop.stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('"complete"')
})

test('the page of a paid session says that it is paid and links back', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  await submitCard(shop, id)
  const body = await page(shop, `/sandbox/checkout/${id}`)
  expect(body).toContain('This payment is complete')
  expect(body).toContain(`href="http://shop.test/done?session_id=${id}"`)
})

test('a form sent from another site is refused and pays nothing', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.test' },
    { origin: 'null' },
  ]) {
    expect((await submitCard(shop, id, {}, headers)).status).toBe(403)
  }
  expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
})

test('the page runs no script, may send its form back to the shop, and escapes what it shows', async () => {
  const shop = await openShop()
  const customer = await shop.stripe.customers.create({ email: 'o"hara@shop.test' })
  const { id } = await openSession(shop, {
    customer: customer.id,
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'usd',
          unit_amount: 123456,
          product_data: { name: '<script>alert(1)</script>' },
        },
      },
    ],
  })
  const answer = await fetch(`${shop.origin}/sandbox/checkout/${id}`)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://shop.test;")
  const body = await answer.text()
  expect(body).not.toContain('<script')
  expect(body).toContain('&lt;script&gt;')
  expect(body).toContain('$2,469.12')
  expect(body).toContain('value="o&quot;hara@shop.test"')
  expect(body).toContain('href="http://shop.test/cart"')
})

test('a guest becomes a customer only if the shop asks for it', async () => {
  const shop = await openShop()
  const { id } = await openSession(shop, { customer_creation: 'always' })
  await submitCard(shop, id, { ...goodForm, email: 'new@shop.test' })
  const paid = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['customer'] })
  expect(paid.customer).toMatchObject({ email: 'new@shop.test', name: 'Sam Shopper' })
})

test('a checkout page with an unknown id is not found', async () => {
  const shop = await openShop()
  expect((await fetch(`${shop.origin}/sandbox/checkout/cs_test_no`)).status).toBe(404)
  expect((await submitCard(shop, 'cs_test_no')).status).toBe(404)
})

function unescaped(markup: string): string {
  return markup.replaceAll('&#39;', "'")
}
