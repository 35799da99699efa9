import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openSession, submitCard } from '#sandbox/testing/checkout.ts'
import { offerPlans } from '#sandbox/testing/plans.ts'
import { openShop } from '#sandbox/testing/shop.ts'

async function customerWith(card: string) {
  const shop = await openShop()
  const { monthly, annual } = await offerPlans(shop)
  const { id: customer } = await shop.stripe.customers.create({ email: 'a@shop.test' })
  const method = await shop.stripe.paymentMethods.attach(card, { customer })
  return { shop, stripe: shop.stripe, monthly, annual, customer, method }
}

test('a subscription can start without a page, with the customer’s saved card', async () => {
  const { stripe, monthly, customer, method } = await customerWith('pm_card_mastercard')
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: method.id },
  })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly.id, quantity: 2 }],
    metadata: { user: 'u1' },
  })
  expect(subscription).toMatchObject({
    status: 'active',
    default_payment_method: null,
    items: { data: [{ quantity: 2 }] },
  })
  const invoice = String(subscription.latest_invoice)
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ amount_paid: 4000 })
  const [charge] = (await stripe.charges.list({ customer })).data
  expect(charge?.payment_method_details?.card?.brand).toBe('mastercard')
})

test('an unpaid first invoice leaves a subscription incomplete until it is paid', async () => {
  const { stripe, monthly, customer, method } = await customerWith('pm_card_chargeCustomerFail')
  const create = (payment_behavior?: 'error_if_incomplete') =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: monthly.id }],
      default_payment_method: method.id,
      payment_behavior,
    })
  await expect(create('error_if_incomplete')).rejects.toMatchObject({ type: 'StripeCardError' })
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  const { id, status, latest_invoice } = await create()
  expect(status).toBe('incomplete')
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  // Each attempt to pay an invoice counts as one of its payments.
  const payments = () => stripe.invoicePayments.list({ invoice: String(latest_invoice) })
  expect((await payments()).data).toMatchObject([{ status: 'open' }])

  await stripe.invoices.pay(String(latest_invoice), { payment_method: good.id })

  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect((await payments()).data).toMatchObject([{ status: 'paid', amount_paid: 2000 }])
})

test('an incomplete subscription expires within a day, and its invoice is void', async () => {
  const { shop, stripe, monthly, customer, method } = await customerWith(
    'pm_card_chargeCustomerFail',
  )
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    default_payment_method: method.id,
  })
  shop.clock.advance({ hours: 23 })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(String(latest_invoice))).status).toBe('void')
})

test('a card declined everywhere cannot be saved, and cards belong to one customer', async () => {
  const { stripe, monthly, customer, method } = await customerWith('pm_card_visa')
  await expect(
    stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer }),
  ).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'generic_decline' })
  const other = await stripe.customers.create()
  await expect(
    stripe.subscriptions.create({
      customer: other.id,
      items: [{ price: monthly.id }],
      default_payment_method: method.id,
    }),
  ).rejects.toMatchObject({ param: 'default_payment_method' })
  expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
  await stripe.paymentMethods.detach(method.id)
  expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toEqual([])
})

test('a preview without a change is the next invoice, and a canceled plan has none', async () => {
  const { stripe, annual, customer, method } = await customerWith('pm_card_visa')
  const { id: subscription } = await stripe.subscriptions.create({
    customer,
    items: [{ price: annual.id }],
    default_payment_method: method.id,
  })
  expect(await stripe.invoices.createPreview({ subscription })).toMatchObject({
    amount_due: 20_000,
    billing_reason: 'upcoming',
  })
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await expect(stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
  })
  expect((await stripe.invoices.list()).data).toHaveLength(1)
})

test('the cost of a change can wait for the next invoice', async () => {
  const { shop, stripe, monthly, customer, method } = await customerWith('pm_card_visa')
  const { id, items } = await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    default_payment_method: method.id,
  })
  shop.clock.advance({ days: 15 })
  await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id, quantity: 2 }] })
  expect((await stripe.invoices.list()).data).toHaveLength(1)
  shop.clock.advance({ days: 15 })
  const [bill] = (await stripe.invoices.list()).data
  expect(bill?.lines.data.map(({ amount }) => amount)).toEqual([-1000, 2000, 4000])
  expect(bill).toMatchObject({ total: 5000, status: 'paid' })
})

test('a preview at a given time equals the cost of the change at that time', async () => {
  const { shop, stripe, monthly, annual, customer, method } = await customerWith('pm_card_visa')
  const { id, items } = await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    default_payment_method: method.id,
  })
  shop.clock.advance({ days: 10 })
  const proration_date = Math.floor(shop.clock.now().getTime() / 1000)
  const change = {
    items: [{ id: items.data[0]?.id, price: annual.id }],
    proration_behavior: 'always_invoice',
    proration_date,
  } satisfies Stripe.SubscriptionUpdateParams
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: change,
  })
  // The shopper waits for a day.
  shop.clock.advance({ days: 1 })
  const changed = await stripe.subscriptions.update(id, { ...change, expand: ['latest_invoice'] })
  expect(changed.latest_invoice).toMatchObject({ amount_paid: preview.amount_due })
  expect(preview.amount_due).toBe(20_000 - 1333)
})

test('an open invoice can be voided or marked uncollectible', async () => {
  const { shop, stripe, monthly, customer, method } = await customerWith('pm_card_visa')
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    default_payment_method: method.id,
  })
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: bad.id })
  shop.clock.advance({ days: 30 })
  const [open] = (await stripe.invoices.list({ status: 'open' })).data
  const { status } = await stripe.invoices.voidInvoice(open?.id ?? '')
  expect(status).toBe('void')
  await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toThrow('paid or closed')
  shop.clock.advance({ days: 31 })
  const [next] = (await stripe.invoices.list({ status: 'open' })).data
  const given = await stripe.invoices.markUncollectible(next?.id ?? '')
  expect(given.status).toBe('uncollectible')
})

test('a session sells a plan and something once: one payment, on the first invoice only', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const deposit = { currency: 'usd', unit_amount: 5000, product_data: { name: 'Deposit' } }
  const session = await openSession(shop, {
    mode: 'subscription',
    line_items: [
      { price: monthly.id, quantity: 1 },
      { price_data: deposit, quantity: 1 },
    ],
  })
  expect(session).toMatchObject({ amount_total: 7000, mode: 'subscription' })
  expect((await submitCard(shop, session.id)).status).toBe(303)
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  const invoice = await stripe.invoices.retrieve(String(paid.invoice))
  expect(invoice).toMatchObject({ amount_paid: 7000, billing_reason: 'subscription_create' })
  expect(invoice.lines.data).toMatchObject([
    { amount: 2000, parent: { type: 'subscription_item_details' } },
    { amount: 5000, description: 'Deposit', parent: { type: 'invoice_item_details' } },
  ])
  const charges = (await stripe.charges.list({ customer: String(paid.customer) })).data
  expect(charges).toMatchObject([{ amount: 7000 }])
  const { items, id } = await stripe.subscriptions.retrieve(String(paid.subscription))
  expect(items.data).toMatchObject([{ price: { id: monthly.id } }])
  shop.clock.advance({ days: 31 })
  const renewal = (await stripe.invoices.list({ subscription: id })).data[0]
  expect(renewal).toMatchObject({ amount_due: 2000, billing_reason: 'subscription_cycle' })
})

test('a session in subscription mode needs a price that recurs', async () => {
  const shop = await openShop()
  const refused = openSession(shop, { mode: 'subscription' })
  await expect(refused).rejects.toMatchObject({ param: 'line_items' })
})
