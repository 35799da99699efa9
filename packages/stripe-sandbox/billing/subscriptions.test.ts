import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openSession, submitCard } from '#sandbox/testing/checkout.ts'
import { offerPlans, subscribe } from '#sandbox/testing/plans.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

const day = (seconds: number | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)

const types = async ({ stripe }: Shop) => {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map((event) => event.type).reverse()
}

test('a subscription begins when its session is paid, with a paid invoice, and not before', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const session = await openSession(shop, {
    mode: 'subscription',
    line_items: [{ price: monthly.id, quantity: 1 }],
    metadata: { order: 'o1' },
    subscription_data: { metadata: { user: 'u1' } },
  })
  expect((await submitCard(shop, session.id, { card: 'declined' })).status).toBe(402)
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])

  await submitCard(shop, session.id)

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'invoice', 'customer'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: null,
    customer: { email: 'sam@shop.test' },
    subscription: { status: 'active', metadata: { user: 'u1' } },
    invoice: {
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 2000,
      parent: { subscription_details: { metadata: { user: 'u1' } } },
    },
  })
  const [subscription] = (await stripe.subscriptions.list()).data
  const [item] = subscription?.items.data ?? []
  expect(day(item?.current_period_start)).toBe('2026-11-20')
  expect(day(item?.current_period_end)).toBe('2026-12-20')
  const invoice = String(subscription?.latest_invoice)
  const payments = await stripe.invoicePayments.list({
    invoice,
    expand: ['data.payment.payment_intent'],
  })
  expect(payments.data).toMatchObject([
    { status: 'paid', payment: { payment_intent: { status: 'succeeded', metadata: {} } } },
  ])
  const customer = await stripe.customers.retrieve(String(subscription?.customer), {
    expand: ['subscriptions.data.latest_invoice.payments'],
  })
  expect(customer).toMatchObject({
    subscriptions: { data: [{ latest_invoice: { payments: { data: [{ status: 'paid' }] } } }] },
  })
  expect((await types(shop)).slice(-8)).toEqual([
    'payment_intent.succeeded',
    'invoice.created',
    'invoice.finalized',
    'customer.subscription.created',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ])
})

test('a monthly subscription from 31 January renews on the last day of short months', async () => {
  const shop = await openShop()
  shop.clock.set('2027-01-31T12:00:00Z')
  const { monthly } = await offerPlans(shop)
  const { id } = await subscribe(shop, monthly.id)

  // All of it is processed at once, half a year later.
  shop.clock.set('2027-07-01T00:00:00Z')
  const invoices = await shop.stripe.invoices.list({ subscription: id })

  expect(
    invoices.data.map(({ created, lines, billing_reason, status }) => [
      day(created),
      day(lines.data[0]?.period.end),
      billing_reason,
      status,
    ]),
  ).toEqual([
    ['2027-06-30', '2027-07-31', 'subscription_cycle', 'paid'],
    ['2027-05-31', '2027-06-30', 'subscription_cycle', 'paid'],
    ['2027-04-30', '2027-05-31', 'subscription_cycle', 'paid'],
    ['2027-03-31', '2027-04-30', 'subscription_cycle', 'paid'],
    ['2027-02-28', '2027-03-31', 'subscription_cycle', 'paid'],
    ['2027-01-31', '2027-02-28', 'subscription_create', 'paid'],
  ])
})

test('a declined renewal leaves the subscription past due until another card pays', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const { id } = await subscribe(shop, monthly.id, { card: 'renewalDeclined' })
  shop.clock.advance({ days: 31 })

  const due = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })

  expect(due).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempt_count: 1, amount_remaining: 2000 },
  })
  const invoiceId = typeof due.latest_invoice === 'object' ? (due.latest_invoice?.id ?? '') : ''
  await expect(stripe.invoices.pay(invoiceId)).rejects.toMatchObject({ type: 'StripeCardError' })
  const other = await subscribe(shop, monthly.id)
  const good = String(other.default_payment_method)

  const paid = await stripe.invoices.pay(invoiceId, { payment_method: good })

  expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await expect(stripe.invoices.pay(invoiceId)).rejects.toThrow('already paid')
})

test('a renewal that stays unpaid is tried four times, and then the subscription ends', async () => {
  const shop = await openShop()
  const { annual } = await offerPlans(shop)
  const { id } = await subscribe(shop, annual.id, { card: 'renewalDeclined' })
  shop.clock.advance({ days: 365 })
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  shop.clock.advance({ days: 14 })
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  shop.clock.advance({ days: 1 })

  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  const [invoice] = (await shop.stripe.invoices.list({ subscription: id })).data
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
})

test('an upgrade bills the amount of its preview at once and starts a new period', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly, annual } = await offerPlans(shop)
  const { id, items } = await subscribe(shop, monthly.id)
  const item = items.data[0]?.id ?? ''
  // Half of the thirty days have passed.
  shop.clock.advance({ days: 15 })
  const change = {
    items: [{ id: item, price: annual.id }],
    proration_behavior: 'always_invoice',
    billing_cycle_anchor: { type: 'now' },
  } satisfies Stripe.SubscriptionUpdateParams

  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: change,
  })
  expect(preview).toMatchObject({ total: 19_000, amount_due: 19_000 })
  const upgraded = await stripe.subscriptions.update(id, { ...change, expand: ['latest_invoice'] })

  expect(upgraded).toMatchObject({
    status: 'active',
    latest_invoice: {
      billing_reason: 'subscription_update',
      status: 'paid',
      amount_paid: 19_000,
      lines: {
        data: [
          { amount: -1000, parent: { subscription_item_details: { proration: true } } },
          { amount: 20_000, parent: { subscription_item_details: { proration: false } } },
        ],
      },
    },
  })
  const [after] = upgraded.items.data
  expect(after).toMatchObject({ id: item, price: { id: annual.id } })
  expect([day(after?.current_period_start), day(after?.current_period_end)]).toEqual([
    '2026-12-05',
    '2027-12-05',
  ])
  // The end of the old month no longer creates an invoice.
  shop.clock.advance({ days: 30 })
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
})

test('an upgrade that must be paid changes nothing when the card is declined', async () => {
  const shop = await openShop()
  const { monthly, annual } = await offerPlans(shop)
  const begun = await subscribe(shop, monthly.id, { card: 'renewalDeclined' })

  await expect(
    shop.stripe.subscriptions.update(begun.id, {
      items: [{ id: begun.items.data[0]?.id, price: annual.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  ).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402 })

  expect(await shop.stripe.subscriptions.retrieve(begun.id)).toEqual(begun)
  expect((await shop.stripe.invoices.list()).data).toHaveLength(1)
})

test('the unused amount of a change is credit for the next invoices', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly, annual } = await offerPlans(shop)
  const begun = await subscribe(shop, annual.id)

  const changed = await stripe.subscriptions.update(begun.id, {
    items: [{ id: begun.items.data[0]?.id, price: monthly.id }],
    proration_behavior: 'always_invoice',
    expand: ['customer', 'latest_invoice'],
  })

  expect(changed).toMatchObject({
    customer: { balance: -18_000 },
    latest_invoice: { total: -18_000, amount_due: 0, status: 'paid', ending_balance: -18_000 },
  })
  shop.clock.advance({ days: 31 })
  const [next] = (await stripe.invoices.list({ subscription: begun.id })).data
  expect(next).toMatchObject({ total: 2000, amount_due: 0, ending_balance: -16_000 })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('a canceled subscription runs until the end of its period, and can be resumed before', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const { id, items } = await subscribe(shop, monthly.id)
  const end = items.data[0]?.current_period_end
  const set = (cancel_at_period_end: boolean) =>
    stripe.subscriptions.update(id, { cancel_at_period_end })

  expect(await set(true)).toMatchObject({
    status: 'active',
    cancel_at: end,
    cancel_at_period_end: true,
  })
  expect(await set(false)).toMatchObject({ cancel_at: null, canceled_at: null })
  await set(true)
  shop.clock.advance({ days: 30 })

  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    ended_at: end,
  })
  expect((await types(shop)).at(-1)).toBe('customer.subscription.deleted')
  expect((await stripe.invoices.list()).data).toHaveLength(1)
  expect((await stripe.subscriptions.list()).data).toEqual([])
  expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1)
})

test('a subscription ends at once when it is deleted, and with its customer', async () => {
  const shop = await openShop()
  const { monthly } = await offerPlans(shop)
  const one = await subscribe(shop, monthly.id)
  const two = await subscribe(shop, monthly.id)
  expect((await shop.stripe.subscriptions.cancel(one.id)).status).toBe('canceled')
  await expect(shop.stripe.subscriptions.cancel(one.id)).rejects.toThrow('No such subscription')

  await shop.stripe.customers.del(String(two.customer))

  expect((await shop.stripe.subscriptions.retrieve(two.id)).status).toBe('canceled')
  shop.clock.advance({ days: 62 })
  expect((await shop.stripe.invoices.list()).data).toHaveLength(2)
})

test('an invalid change is refused', async () => {
  const shop = await openShop()
  const { monthly } = await offerPlans(shop)
  const pack = await shop.stripe.prices.create({
    currency: 'usd',
    unit_amount: 100,
    product_data: { name: 'Pack' },
  })
  const { id, items } = await subscribe(shop, monthly.id)
  const item = items.data[0]?.id
  const changes: [Stripe.SubscriptionUpdateParams, object][] = [
    [{ items: [{ id: 'si_no', price: monthly.id }] }, { param: 'items[0][id]' }],
    [{ items: [{ id: item, price: pack.id }] }, { param: 'items[0][price]' }],
    [{ items: [{ price: monthly.id }] }, { code: 'parameter_missing' }],
    [{ cancel_at: 1 }, { param: 'cancel_at' }],
    [{ default_payment_method: 'pm_no' }, { param: 'default_payment_method' }],
  ]
  for (const [params, problem] of changes) {
    await expect(shop.stripe.subscriptions.update(id, params)).rejects.toMatchObject(problem)
  }
})
