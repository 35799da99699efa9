import { expect, test } from 'vitest'
import type { PlanType } from '#db/enums.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { SubscriptionCalls } from '#gateways/stripe/subscriptions.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import {
  downgrade,
  keepPlan,
  openPortal,
  payDue,
  quoteUpgrade,
  resumePlan,
  upgrade,
} from './change-plan.ts'
import { findSubscription } from './subscription-queries.ts'

async function subscribed(plan: PlanType = 'subscription_annual', card?: CardName) {
  const { db, clock, payments } = await openPayments({ at: '2027-01-31T12:00:00Z' })
  const shopper: Shopper = await make(db).shopper()
  await payments.subscribe(shopper, plan, card)
  const { data } = await payments.call('GET', 'subscriptions')
  const held = () => findSubscription(db, shopper, clock.now())
  /** Stripe with these calls replaced. */
  const stripeWith = (calls: Partial<SubscriptionCalls>) => ({
    ...payments.stripe,
    subscriptions: { ...payments.stripe.subscriptions, ...calls },
  })
  const changes = async () =>
    (
      await db.selectFrom('credit_subscriptions').select('plan_changes').orderBy('id').execute()
    ).map(({ plan_changes }) => plan_changes)
  const stripeId = data[0]?.id ?? ''
  return { ...payments, db, clock, shopper, held, stripeWith, changes, stripeId }
}

test('a downgraded plan can be upgraded again in its first month', async () => {
  const { db, stripe, clock, shopper, held, catchUp } = await subscribed()
  await downgrade(db, shopper, stripe, clock.now())
  clock.set('2028-02-10T12:00:00Z')
  await catchUp()
  expect(await held()).toMatchObject({ plan: 'subscription_monthly', state: 'active' })
  const quote = await quoteUpgrade(db, shopper, stripe, clock.now())
  const cents = quote.ok ? quote.value.dueCents : 0
  expect(await upgrade(db, shopper, stripe, cents, clock.now())).toMatchObject({ ok: true })
  expect(await held()).toMatchObject({
    plan: 'subscription_annual',
    renewsAt: new Date('2029-02-10T12:00:00Z'),
  })
})

test('an upgrade stores the terms of renewal that stood beside its button, once for each change', async () => {
  const { db, clock, stripe, shopper, stripeWith } = await subscribed('subscription_monthly')
  const terms = () => readRows(db, 'plan_upgrades', ['renewal_terms', 'agreed_at'], {})
  const quote = await quoteUpgrade(db, shopper, stripe, clock.now())
  const cents = quote.ok ? quote.value.dueCents : 0
  const other = await upgrade(db, shopper, stripe, cents + 1, clock.now())
  expect([other.ok, await terms()]).toEqual([false, []])
  const agreedAt = clock.now()
  const lost = stripeWith({
    changeNow: async () => {
      throw new StripeUnavailable('no answer')
    },
  })
  expect(await upgrade(db, shopper, lost, cents, agreedAt)).toMatchObject({ ok: false })
  clock.advance({ seconds: 5 })
  expect(await upgrade(db, shopper, stripe, cents, clock.now())).toMatchObject({ ok: true })
  const stored = {
    renewal_terms: 'The yearly plan renews at $200.00 a year until you cancel.',
    agreed_at: agreedAt,
  }
  expect(await terms()).toEqual([stored])
  expect((await ownData(db, shopper, clock.now())).planUpgrades).toEqual([stored])
})

test('an upgrade whose answer was lost is found out about when it is asked for again', async () => {
  const { db, clock, stripe, shopper, stripeWith, held } = await subscribed('subscription_monthly')
  const quote = await quoteUpgrade(db, shopper, stripe, clock.now())
  const cents = quote.ok ? quote.value.dueCents : 0
  const { changeNow } = stripe.subscriptions
  const lost = stripeWith({
    changeNow: async (...change) => {
      await changeNow(...change)
      throw new StripeUnavailable('no answer')
    },
  })
  expect((await upgrade(db, shopper, lost, cents, clock.now())).ok).toBe(false)
  expect(await held()).toMatchObject({ plan: 'subscription_monthly' })
  const refused = { ok: false, problem: { reason: 'already-on-plan' } }
  expect(await upgrade(db, shopper, stripe, cents, clock.now())).toEqual(refused)
  expect(await held()).toMatchObject({ plan: 'subscription_annual', state: 'active' })
  expect(await quoteUpgrade(db, shopper, stripe, clock.now())).toEqual(refused)
})

test('a paid year cannot be bought again while a downgrade is pending', async () => {
  const { db, stripe, clock, shopper } = await subscribed()
  await downgrade(db, shopper, stripe, clock.now())
  const refused = { ok: false, problem: { reason: 'already-on-plan' } }
  expect(await quoteUpgrade(db, shopper, stripe, clock.now())).toEqual(refused)
  expect(await upgrade(db, shopper, stripe, 20_000, clock.now())).toEqual(refused)
})

test('an annual plan cannot be upgraded to itself, even if its renewal is unpaid', async () => {
  const world = await subscribed('subscription_annual', 'renewalDeclined')
  const { db, stripe, clock, shopper, held } = world
  const problem = (reason: string) => ({ ok: false, problem: { reason } })
  // The renewal was declined a day ago, and we have received no event about it.
  clock.set('2028-02-01T12:00:00Z')
  expect(await downgrade(db, shopper, stripe, clock.now())).toEqual({ ok: true, value: 'now' })
  expect(await held()).toMatchObject({
    plan: 'subscription_annual',
    state: 'past-due',
    pending: { plan: 'subscription_monthly' },
  })
  expect(await quoteUpgrade(db, shopper, stripe, clock.now())).toEqual(problem('already-on-plan'))
  expect(await keepPlan(db, shopper, stripe, clock.now())).toEqual(problem('payment-due'))
})

test('a canceled plan must be resumed before it can be changed', async () => {
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
  expect(await quoteUpgrade(db, shopper, stripe, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'payment-due' },
  })
  clock.set('2027-04-01T12:00:00Z')
  await takeEvents()
  const unpaid = await call('GET', 'invoices')
  expect(await payDue(db, shopper, stripe, clock.now())).toEqual({ ok: true, value: 'now' })
  expect(await held()).toBeNull()
  expect((await call('GET', 'invoices')).data).toEqual(unpaid.data)
})

test('without a plan there is nothing to change or pay, and people change only their own plan', async () => {
  const world = await subscribed()
  const { db, stripe, clock, stripeWith, changes } = world
  const other = await make(db).shopper()
  const now = clock.now()
  const portal = stripeWith({ openPortal: ({ customer }) => Promise.resolve(customer) })
  const visit = { returnUrl: 'http://shop.test/credits', purpose: 'manage' } as const
  for (const outcome of [
    quoteUpgrade(db, other, stripe, now),
    upgrade(db, other, stripe, 20_000, now),
    downgrade(db, other, stripe, now),
    keepPlan(db, other, stripe, now),
    resumePlan(db, other, stripe, now),
    payDue(db, other, stripe, now),
    openPortal(db, other, portal, visit),
  ])
    expect(await outcome).toEqual({ ok: false, problem: { reason: 'no-subscription' } })
  await world.subscribe(other, 'subscription_monthly')
  const onPlan = { ok: false, problem: { reason: 'already-on-plan' } }
  expect(await downgrade(db, other, stripe, now)).toEqual(onPlan)
  expect(await keepPlan(db, other, stripe, now)).toEqual(onPlan)
  const { stripe_customer_id: url } = await readRow(db, 'stripe_customers', 'stripe_customer_id', {
    user_id: other.id,
  })
  expect(await openPortal(db, other, portal, visit)).toEqual({ ok: true, value: { url } })
  expect(await upgrade(db, other, stripe, 18_000, now)).toEqual({ ok: true, value: 'now' })
  expect(await changes()).toEqual([0, 1])
})

test('a change that Stripe may not have received is requested again; one it received is counted once', async () => {
  const { db, stripe, clock, shopper, held, stripeWith, changes } = await subscribed()
  const now = clock.now()
  const away = () => Promise.reject(new StripeUnavailable('no route'))
  const problem = (reason: string) => ({ ok: false, problem: { reason } })
  const change = (calls: Partial<SubscriptionCalls>) =>
    downgrade(db, shopper, stripeWith(calls), now)
  expect(await change({ changeLater: away })).toEqual(problem('payments-unavailable'))
  expect(await changes()).toEqual([0])
  // The same request again, while the first one is in progress.
  const again: SubscriptionCalls['changeLater'] = async (...input) => {
    expect(await change({})).toEqual({ ok: true, value: 'now' })
    await stripe.subscriptions.changeLater(...input)
  }
  expect(await change({ changeLater: again })).toEqual({ ok: true, value: 'now' })
  expect(await changes()).toEqual([1])
  // If the subscription cannot be read now, it is read later.
  const keep = (read: SubscriptionCalls['read']) => keepPlan(db, shopper, stripeWith({ read }), now)
  expect(await keep(away)).toEqual({ ok: true, value: 'later' })
  expect(await held()).toMatchObject({ pending: { plan: 'subscription_monthly' } })
  const refused = { reason: 'payments-refused', message: 'No such subscription' }
  const unknown = () => Promise.reject(new StripeRefused('No such subscription'))
  expect(await keep(unknown)).toEqual({ ok: false, problem: refused })
})

test('a renewal counts as paid only once Stripe confirms it', async () => {
  const { db, clock, shopper, stripeWith } = await subscribed()
  const pay = (calls: Partial<SubscriptionCalls>) =>
    payDue(db, shopper, stripeWith(calls), clock.now())
  const away = () => Promise.reject(new StripeUnavailable('no route'))
  const payDueDone = () => Promise.resolve(true)
  const problem = { ok: false, problem: { reason: 'payments-unavailable' } }
  expect(await pay({ payDue: away })).toEqual(problem)
  expect(await pay({ payDue: payDueDone, read: away })).toEqual(problem)
  expect(await pay({ payDue: payDueDone })).toEqual({ ok: true, value: 'now' })
  await expect(pay({ payDue: () => Promise.reject(new Error('a bug')) })).rejects.toThrow('a bug')
})
