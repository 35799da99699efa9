import { expect, test } from 'vitest'
import { openSession, submitCard } from '#sandbox/testing/checkout.ts'
import { offerPlans, subscriberOnClock } from '#sandbox/testing/plans.ts'
import { openShop } from '#sandbox/testing/shop.ts'

const day = (seconds: number | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)
const at = (text: string) => Date.parse(text) / 1000

test('two years on a test clock produce every renewal at its time', async () => {
  const shop = await openShop()
  const { monthly } = await offerPlans(shop)
  const { clock, subscription } = await subscriberOnClock(shop, monthly.id, '2027-01-31T12:00:00Z')

  const moving = await shop.stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: at('2029-01-31T12:00:00Z'),
  })

  expect(moving).toMatchObject({ status: 'advancing', frozen_time: clock.frozen_time })
  expect(await shop.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: 'ready',
    frozen_time: at('2029-01-31T12:00:00Z'),
    status_details: {},
  })
  const bills = await shop.stripe.invoices.list({ subscription: subscription.id, limit: 100 })
  expect(bills.data).toHaveLength(25)
  expect(bills.data.slice(-4).map((bill) => [day(bill.created), bill.status])).toEqual([
    ['2027-04-30', 'paid'],
    ['2027-03-31', 'paid'],
    ['2027-02-28', 'paid'],
    ['2027-01-31', 'paid'],
  ])
  expect(bills.data.every(({ test_clock }) => test_clock === clock.id)).toBe(true)
  // The charge of a renewal has that date, too.
  const [charge] = (await shop.stripe.charges.list({ limit: 1 })).data
  expect(day(charge?.created)).toBe('2029-01-31')
  // All of it can be sent at once: webhooks are sent by the real clock.
  const { data } = await shop.stripe.events.list({ type: 'invoice.paid', limit: 100 })
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(data.length)
})

test('retries and the end of an unpaid subscription happen by the test clock', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const { clock, customer, subscription } = await subscriberOnClock(
    shop,
    monthly.id,
    '2027-01-31T12:00:00Z',
  )
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
  const advance = (to: string) =>
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(to) })
  const read = () => stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })

  await advance('2027-02-28T12:00:00Z')
  expect(await read()).toMatchObject({
    status: 'past_due',
    latest_invoice: { attempt_count: 1, next_payment_attempt: at('2027-03-03T12:00:00Z') },
  })
  await advance('2027-03-03T12:00:00Z')
  expect(await read()).toMatchObject({ latest_invoice: { attempt_count: 2 } })
  await advance('2027-03-31T11:00:00Z')
  expect(await read()).toMatchObject({
    status: 'canceled',
    ended_at: at('2027-03-15T12:00:00Z'),
    latest_invoice: { status: 'open', attempt_count: 4 },
  })
})

test('a checkout by a customer on a clock subscribes at the time of that clock', async () => {
  const shop = await openShop()
  const { monthly } = await offerPlans(shop)
  const clock = await shop.stripe.testHelpers.testClocks.create({
    frozen_time: at('2030-05-31T00:00:00Z'),
  })
  const customer = await shop.stripe.customers.create({ test_clock: clock.id })
  const session = await openSession(shop, {
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: monthly.id, quantity: 1 }],
  })
  await submitCard(shop, session.id)
  const [subscription] = (await shop.stripe.subscriptions.list({ test_clock: clock.id })).data
  expect(day(subscription?.items.data[0]?.current_period_end)).toBe('2030-06-30')
  expect((await shop.stripe.customers.list({ test_clock: clock.id })).data).toHaveLength(1)
})

test('a test clock only goes forward, and deleting it deletes its customers', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const { clock, customer, subscription } = await subscriberOnClock(
    shop,
    monthly.id,
    '2027-01-31T12:00:00Z',
  )
  await expect(
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time }),
  ).rejects.toMatchObject({ param: 'frozen_time' })

  await stripe.testHelpers.testClocks.del(clock.id)

  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  expect((await stripe.testHelpers.testClocks.list()).data).toEqual([])
})

test('customers without a test clock follow only the clock of the sandbox', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { monthly } = await offerPlans(shop)
  const { clock } = await subscriberOnClock(shop, monthly.id, '2026-11-20T15:00:00Z')
  const { id } = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
  await stripe.subscriptions.create({
    customer: id,
    items: [{ price: monthly.id }],
    default_payment_method: card.id,
  })
  await stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: clock.frozen_time + 40 * 86_400,
  })
  expect((await stripe.invoices.list({ customer: id })).data).toHaveLength(1)
  shop.clock.advance({ days: 31 })
  expect((await stripe.invoices.list({ customer: id })).data).toHaveLength(2)
})
