import { expect, test } from 'vitest'
import type { PlanType } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { downgrade, quoteUpgrade, upgrade } from './change-plan.ts'
import { remindOfRenewals } from './remind-of-renewals.ts'
import { syncSubscription } from './subscriptions.ts'

const DAY_MS = 86_400_000

async function begin(plan: PlanType) {
  const { db, made, clock, payments, stripe } = await openPayments({ at: '2027-01-31T12:00:00Z' })
  const shopper: Shopper = await made.shopper()
  await payments.subscribe(shopper, plan)
  const at = () => {
    const now = clock.now()
    return { now, today: calendarDateIn('UTC', now), timeZone: 'UTC', origin: 'https://shop.test' }
  }
  const remind = () => remindOfRenewals(db, at())
  /** Advances to a day, with the daily job of each day. */
  const live = async (until: string) => {
    while (at().today < until) {
      clock.advance({ days: 1 })
      const due = await readRows(db, 'credit_subscriptions', ['renews_at'], {})
      if (due.some(({ renews_at }) => renews_at && renews_at <= clock.now()))
        await payments.catchUp()
      await remind()
    }
  }
  const emails = async () => {
    const mails = await readRows(
      db,
      'mail_outbox',
      ['subject', 'created_at'],
      { template: 'renewal-reminder' },
      'created_at',
    )
    return mails.map((mail) => [calendarDateIn('UTC', mail.created_at), mail.subject])
  }
  return { db, clock, stripe, shopper, remind, live, emails }
}

test('an order stores the terms of renewal that stood beside its button', async () => {
  const { db } = await begin('subscription_annual')
  expect(await readRows(db, 'checkout_orders', ['renewal_terms'], {})).toEqual([
    { renewal_terms: 'The yearly plan renews at $200.00 a year until you cancel.' },
  ])
})

test('a yearly plan is announced 30 days before each renewal', async () => {
  const { live, emails } = await begin('subscription_annual')
  await live('2029-01-31')
  expect(await emails()).toEqual([
    ['2028-01-01', 'Your Annual plan renews on Jan 31, 2028'],
    ['2029-01-01', 'Your Annual plan renews on Jan 31, 2029'],
  ])
}, 60_000)

test('who pays by the month gets a reminder once a year', async () => {
  const { live, emails } = await begin('subscription_monthly')
  await live('2029-01-31')
  expect(await emails()).toEqual([
    ['2028-01-31', 'Your Monthly plan renews on Feb 29, 2028'],
    ['2029-01-31', 'Your Monthly plan renews on Feb 28, 2029'],
  ])
}, 60_000)

test('after an upgrade the new year is announced, after a downgrade the months', async () => {
  const upgraded = await begin('subscription_monthly')
  await upgraded.live('2027-04-15')
  const quote = await quoteUpgrade(
    upgraded.db,
    upgraded.shopper,
    upgraded.stripe,
    upgraded.clock.now(),
  )
  if (!quote.ok) throw new Error(quote.problem.reason)
  const { db, shopper, stripe, clock } = upgraded
  const { dueCents } = quote.value
  expect(await upgrade(db, shopper, stripe, dueCents, clock.now())).toMatchObject({ ok: true })
  await upgraded.live('2028-04-15')
  expect(await upgraded.emails()).toEqual([
    ['2028-03-16', 'Your Annual plan renews on Apr 15, 2028'],
  ])

  const downgraded = await begin('subscription_annual')
  await downgraded.live('2027-06-10')
  await downgrade(downgraded.db, downgraded.shopper, downgraded.stripe, downgraded.clock.now())
  await downgraded.live('2028-03-01')
  expect(await downgraded.emails()).toEqual([
    ['2028-01-31', 'Your Monthly plan renews on Feb 29, 2028'],
  ])
}, 60_000)

test('a plan that was cancelled is announced before its last renewal and never again', async () => {
  const monthly = await begin('subscription_monthly')
  const yearly = await begin('subscription_annual')
  for (const { db, clock, stripe, live } of [monthly, yearly]) {
    await live('2028-06-10')
    const [plan] = await readRows(db, 'credit_subscriptions', ['stripe_subscription_id'], {})
    const id = plan?.stripe_subscription_id ?? ''
    await stripe.subscriptions.stopRenewal(id)
    await syncSubscription(db, stripe, id, clock.now())
    await live('2029-03-01')
  }
  expect(await monthly.emails()).toEqual([
    ['2028-01-31', 'Your Monthly plan renews on Feb 29, 2028'],
  ])
  expect(await yearly.emails()).toEqual([['2028-01-01', 'Your Annual plan renews on Jan 31, 2028']])
}, 120_000)

test('a reminder is sent once, late rather than never, and not for a plan that ends', async () => {
  const { db, clock, remind, emails } = await begin('subscription_annual')
  const [plan] = await readRows(db, 'credit_subscriptions', ['id', 'renews_at'], {})
  if (!plan?.renews_at) throw new Error('the plan does not renew')
  clock.set(new Date(plan.renews_at.getTime() - 5 * DAY_MS))
  await updateRows(db, 'credit_subscriptions', plan.id, { cancel_at: plan.renews_at })
  expect(await remind()).toBe(0)
  await updateRows(db, 'credit_subscriptions', plan.id, { cancel_at: null, status: 'past_due' })
  expect(await remind()).toBe(0)
  await updateRows(db, 'credit_subscriptions', plan.id, { status: 'active' })
  await Promise.all([remind(), remind()])
  expect(await remind()).toBe(0)
  expect(await emails()).toEqual([['2028-01-26', 'Your Annual plan renews on Jan 31, 2028']])
})
