import { expect, test } from 'vitest'
import type { PlanType } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { downgrade, payDue, quoteUpgrade, resumePlan, upgrade } from './change-plan.ts'
import { findSubscription } from './subscription-queries.ts'

async function subscribed(plan: PlanType = 'subscription_annual', card?: CardName) {
  const clock = testClock('2027-01-31T12:00:00Z')
  const database = await testDatabase()
  const payments = await testPayments(database, clock)
  const { db } = database
  const shopper: Shopper = await make(db).shopper()
  await payments.subscribe(shopper, plan, card)
  const { data } = await payments.call('GET', 'subscriptions')
  const held = () => findSubscription(db, shopper, clock.now())
  return { ...payments, db, clock, shopper, held, stripeId: data[0]?.id ?? '' }
}

test('in its first month a plan that was downgraded can be upgraded again', async () => {
  const { db, stripe, clock, shopper, held, catchUp } = await subscribed()
  await downgrade(db, shopper, stripe, clock.now())
  clock.set('2028-02-10T12:00:00Z')
  await catchUp()
  expect(await held()).toMatchObject({ plan: 'subscription_monthly', state: 'active' })
  const quote = await quoteUpgrade(db, shopper, stripe)
  const cents = quote.ok ? quote.value.dueCents : 0
  expect(await upgrade(db, shopper, stripe, cents, clock.now())).toMatchObject({ ok: true })
  expect(await held()).toMatchObject({
    plan: 'subscription_annual',
    renewsAt: new Date('2029-02-10T12:00:00Z'),
  })
})

test('a paid year is not sold again while a downgrade is pending', async () => {
  const { db, stripe, clock, shopper } = await subscribed()
  await downgrade(db, shopper, stripe, clock.now())
  const refused = { ok: false, problem: { reason: 'already-on-plan' } }
  expect(await quoteUpgrade(db, shopper, stripe)).toEqual(refused)
  expect(await upgrade(db, shopper, stripe, 20_000, clock.now())).toEqual(refused)
})

test('a cancelled plan must be resumed before it can be changed', async () => {
  const { db, stripe, clock, shopper, held, call, catchUp, stripeId } = await subscribed()
  const problem = (reason: string) => ({ ok: false, problem: { reason } })
  expect(await resumePlan(db, shopper, stripe, clock.now())).toEqual(problem('not-cancelled'))
  await call('POST', `subscriptions/${stripeId}`, { cancel_at_period_end: 'true' })
  await catchUp()
  expect(await downgrade(db, shopper, stripe, clock.now())).toEqual(problem('cancelled'))
  expect(await held()).toMatchObject({ cancelAt: new Date('2028-01-31T12:00:00Z'), pending: null })
  expect(await resumePlan(db, shopper, stripe, clock.now())).toMatchObject({ ok: true })
  expect(await held()).toMatchObject({ cancelAt: null, plan: 'subscription_annual' })
  expect(await downgrade(db, shopper, stripe, clock.now())).toMatchObject({ ok: true })
  clock.set('2028-02-10T12:00:00Z')
  await catchUp()
  expect(await held()).toMatchObject({ plan: 'subscription_monthly', state: 'active' })
})

test('paying without an open invoice is refused with a reason', async () => {
  const { db, stripe, clock, shopper } = await subscribed()
  expect(await payDue(db, shopper, stripe, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'nothing-due' },
  })
})

test('a subscription that Stripe has already ended is not charged', async () => {
  const world = await subscribed('subscription_monthly', 'renewalDeclined')
  const { db, stripe, clock, shopper, held, call, catchUp, takeEvents } = world
  clock.set('2027-03-01T12:00:00Z')
  await catchUp()
  expect(await held()).toMatchObject({ state: 'past-due' })
  clock.set('2027-04-01T12:00:00Z')
  await takeEvents()
  const unpaid = await call('GET', 'invoices')
  expect(await payDue(db, shopper, stripe, clock.now())).toEqual({ ok: true, value: null })
  expect(await held()).toBeNull()
  expect((await call('GET', 'invoices')).data).toEqual(unpaid.data)
})
