import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { offerPlans, subscribe } from '#sandbox/testing/plans.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

const at = (text: string) => Date.parse(text) / 1000
const soon = { interval: 'month', interval_count: 1 } as const

/** An annual subscription, and the phases of its downgrade. */
async function annualSubscriber() {
  const shop = await openShop()
  const { monthly, annual } = await offerPlans(shop)
  const { id } = await subscribe(shop, annual.id)
  const read = () => shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  const schedule = await shop.stripe.subscriptionSchedules.create({ from_subscription: id })
  const phases = (next: Partial<Stripe.SubscriptionScheduleUpdateParams.Phase> = {}) => [
    {
      items: [{ price: annual.id, quantity: 1 }],
      start_date: schedule.phases[0]?.start_date,
      end_date: schedule.phases[0]?.end_date,
    },
    { items: [{ price: monthly.id, quantity: 1 }], duration: soon, ...next },
  ]
  return { shop, monthly, annual, id, read, schedule, phases }
}

const priceOf = ({ items }: Stripe.Subscription) => items.data[0]?.price.id
const types = async ({ stripe }: Shop) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

test('a schedule created from a subscription has its current period as its only phase', async () => {
  const { shop, schedule, annual, id, read } = await annualSubscriber()
  expect(schedule).toMatchObject({
    status: 'active',
    end_behavior: 'release',
    subscription: id,
    current_phase: { start_date: at('2026-11-20T15:00:00Z'), end_date: at('2027-11-20T15:00:00Z') },
    phases: [{ items: [{ price: annual.id, quantity: 1 }] }],
  })
  expect((await read()).schedule).toBe(schedule.id)
  await expect(shop.stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toThrow(
    'already attached',
  )
  expect((await shop.stripe.subscriptionSchedules.list()).data).toEqual([schedule])
})

test('a scheduled downgrade bills the cheaper plan once after the year, and releases its schedule', async () => {
  const { shop, schedule, monthly, annual, phases, read, id } = await annualSubscriber()
  const { stripe } = shop
  await stripe.subscriptionSchedules.update(schedule.id, { phases: phases() })
  expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({
    amount_due: 2000,
    next_payment_attempt: at('2027-11-20T15:00:00Z'),
  })
  shop.clock.set('2027-11-20T14:59:59Z')
  expect(priceOf(await read())).toBe(annual.id)

  shop.clock.set('2027-11-20T15:00:00Z')

  const changed = await read()
  expect(priceOf(changed)).toBe(monthly.id)
  expect(changed).toMatchObject({
    schedule: schedule.id,
    latest_invoice: { billing_reason: 'subscription_cycle', amount_paid: 2000 },
    items: { data: [{ current_period_end: at('2027-12-20T15:00:00Z') }] },
  })
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    current_phase: { start_date: at('2027-11-20T15:00:00Z') },
  })
  shop.clock.set('2028-01-20T15:00:00Z')
  expect((await read()).schedule).toBeNull()
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: 'released',
    released_subscription: id,
    subscription: null,
  })
  expect((await stripe.invoices.list({ subscription: id })).data.map((i) => i.total)).toEqual([
    2000, 2000, 2000, 20_000,
  ])
})

test('a released schedule no longer changes its subscription', async () => {
  const { shop, schedule, annual, phases, read } = await annualSubscriber()
  const { stripe } = shop
  await stripe.subscriptionSchedules.update(schedule.id, { phases: phases() })

  const released = await stripe.subscriptionSchedules.release(schedule.id)

  expect(released).toMatchObject({ status: 'released', current_phase: null })
  expect((await read()).schedule).toBeNull()
  shop.clock.set('2027-11-21T15:00:00Z')
  expect(priceOf(await read())).toBe(annual.id)
  await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow('released')
})

test('a schedule can cancel its subscription at its end, or at once when it is canceled', async () => {
  const { shop, schedule, phases, read } = await annualSubscriber()
  const { stripe } = shop
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: phases(),
    end_behavior: 'cancel',
  })
  shop.clock.set('2027-12-20T15:00:00Z')
  expect(await read()).toMatchObject({ status: 'canceled', ended_at: at('2027-12-20T15:00:00Z') })
  expect(await types(shop)).toContain('subscription_schedule.completed')

  const other = await annualSubscriber()
  await other.shop.stripe.subscriptionSchedules.cancel(other.schedule.id)
  expect((await other.read()).status).toBe('canceled')
  expect((await types(other.shop)).slice(0, 2)).toEqual([
    'customer.subscription.deleted',
    'subscription_schedule.canceled',
  ])
})

test('a subscription with a schedule can be neither changed nor canceled directly', async () => {
  const { shop, id, monthly, read } = await annualSubscriber()
  const item = (await read()).items.data[0]?.id ?? ''
  for (const change of [
    { items: [{ id: item, price: monthly.id }] },
    { cancel_at_period_end: true },
  ]) {
    await expect(shop.stripe.subscriptions.update(id, change)).rejects.toThrow('managed by')
  }
  expect(await shop.stripe.subscriptions.update(id, { metadata: { a: 'b' } })).toMatchObject({
    metadata: { a: 'b' },
  })
  await shop.stripe.subscriptions.cancel(id)
  expect(await types(shop)).toContain('subscription_schedule.canceled')
})

test('phases that do not follow each other are refused', async () => {
  const { shop, schedule, phases, annual } = await annualSubscriber()
  const update = (list: Stripe.SubscriptionScheduleUpdateParams.Phase[]) =>
    shop.stripe.subscriptionSchedules.update(schedule.id, { phases: list })
  await expect(update(phases({ start_date: 5 }))).rejects.toMatchObject({
    param: 'phases[1][start_date]',
  })
  await expect(update(phases({ end_date: 5, duration: undefined }))).rejects.toMatchObject({
    param: 'phases[1][end_date]',
  })
  await expect(update(phases({ items: [{ price: 'price_no' }] }))).rejects.toMatchObject({
    param: 'phases[1][items][0][price]',
  })
  await expect(update([{ items: [{ price: annual.id }], start_date: 5 }])).rejects.toMatchObject({
    param: 'phases[0][start_date]',
  })
})
