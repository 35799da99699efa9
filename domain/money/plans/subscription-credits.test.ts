import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { open } from '#test/worlds/subscription-world.ts'
import { grantDueMonths } from './grants.ts'
import { findSubscription } from './subscription-queries.ts'
import { holdCoverage, subscriptionsToRefresh } from './subscriptions.ts'

test('a failed renewal grants nothing until it is paid, and then its own month', async () => {
  const world = await open()
  const { clock, db, shopper } = world
  await world.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
  clock.set('2027-03-05T12:00:00Z')
  await world.catchUp()
  await grantDueMonths(db, clock.now())

  expect(await world.held()).toMatchObject({ state: 'past-due', nextCreditDate: null })
  expect(await world.balance()).toBe(30)

  const friend = await make(db).shopper()
  await world.subscribe(friend, 'subscription_monthly')
  const good = await readRow(db, 'credit_subscriptions', 'stripe_subscription_id', {
    user_id: friend.id,
  })
  const { default_payment_method } = await world.call(
    'GET',
    `subscriptions/${good.stripe_subscription_id}`,
  )
  const due = await world.call('GET', `invoices?subscription=${await world.stripeId()}&status=open`)
  await world.call('POST', `invoices/${due.data[0]?.id}/pay`, {
    payment_method: String(default_payment_method),
  })
  await world.catchUp()

  expect(await world.held()).toMatchObject({
    state: 'active',
    nextCreditDate: new Date('2027-03-31T12:00:00Z'),
  })
  const lots = await readRows(
    db,
    'credit_lots',
    ['granted_at', 'expires_at'],
    { user_id: shopper.id },
    'expires_at',
  )
  expect(lots).toEqual([
    { granted_at: new Date('2027-01-31T12:00:00Z'), expires_at: new Date('2027-04-01T04:00:00Z') },
    { granted_at: new Date('2027-03-05T12:00:00Z'), expires_at: new Date('2027-05-01T04:00:00Z') },
  ])
})

test('a canceled year grants credits until its end, even if Stripe ended it immediately', async () => {
  const world = await open()
  const { clock, db, shopper } = world
  await world.subscribe(shopper, 'subscription_annual')
  const id = await world.stripeId()
  clock.set('2027-05-10T00:00:00Z')
  await world.call('POST', `subscriptions/${id}`, { cancel_at_period_end: 'true' })
  await world.catchUp()
  expect(await world.held()).toMatchObject({
    state: 'active',
    renewsAt: null,
    cancelAt: new Date('2028-01-31T12:00:00Z'),
  })
  await world.call('DELETE', `subscriptions/${id}`)
  await world.catchUp()
  expect(await world.held()).toMatchObject({
    state: 'ended',
    nextCreditDate: new Date('2027-05-31T12:00:00Z'),
    coveredUntil: new Date('2028-01-31T12:00:00Z'),
  })
  clock.set('2028-06-01T00:00:00Z')
  await grantDueMonths(db, clock.now())
  const lots = await db.selectFrom('credit_lots').select('granted_at').execute()
  expect(lots).toHaveLength(12)
  expect(await world.held()).toBeNull()
})

test('a renewal without a webhook is found by the reconciler', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.subscribe(shopper, 'subscription_monthly')
  clock.set('2027-02-28T12:00:01Z')
  await reconcile(db, stripe, clock.now())
  expect(await world.balance()).toBe(60)
  await reconcile(db, stripe, clock.now())
  expect(await world.balance()).toBe(60)
})

test('a disputed payment’s months are suspended, and never granted when the dispute is lost', async () => {
  const world = await open()
  const { clock, db, shopper } = world
  await world.subscribe(shopper, 'subscription_annual')
  const { payment_intent } = await readRow(db, 'subscription_coverage', 'payment_intent', {})
  const hold = (what: 'freeze' | 'release' | 'revoke') =>
    inTransaction(db, async (tx) => {
      await lockWallet(tx, shopper.id)
      await holdCoverage(tx, payment_intent ?? '', what, clock.now())
    })
  await hold('freeze')
  clock.set('2027-03-01T00:00:00Z')
  expect(await grantDueMonths(db, clock.now())).toBe(0)
  await hold('release')
  expect(await db.selectFrom('credit_lots').select('id').execute()).toHaveLength(2)
  await hold('revoke')
  clock.set('2028-03-01T00:00:00Z')
  expect(await grantDueMonths(db, clock.now())).toBe(0)
})

test('the view with the next credits agrees with the screen', async () => {
  // The view uses only the database's clock.
  const world = await open(new Date())
  const { db, shopper } = world
  const inView = async () =>
    await readRow(
      db,
      'user_credits',
      ['subscription_active', 'subscription_credits_per_period', 'next_credit_date'],
      { user_id: shopper.id },
    )
  expect(await inView()).toMatchObject({ subscription_active: false, next_credit_date: null })
  await world.subscribe(shopper, 'subscription_monthly')
  const next = (await world.held())?.nextCreditDate
  expect(next).toBeInstanceOf(Date)
  expect(await inView()).toEqual({
    subscription_active: true,
    subscription_credits_per_period: 30,
    next_credit_date: next,
  })
  await world.call('POST', `subscriptions/${await world.stripeId()}`, {
    cancel_at_period_end: 'true',
  })
  await world.catchUp()
  expect((await world.held())?.nextCreditDate).toBeNull()
  expect((await inView()).next_credit_date).toBeNull()
})

test('a granted month without a payment is reported by the integrity checks', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const shopper = await make(db).shopper()
  const now = new Date('2027-01-31T12:00:00Z')
  const key = `subscription:${shopper.id}:0`
  const lot = { userId: shopper.id, key, source: 'subscription', amount: 30 } as const
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    await mint(tx, { ...lot, expiresAt: new Date('2027-03-31T12:00:00Z') }, now)
  })
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({
      check_name: 'a month of credits was paid for and is granted once',
      detail: key,
    }),
  ])
})

test('refreshes subscriptions that are unpaid, due or unread for a day, least recently read first', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const shopper = await make(db).shopper()
  const now = new Date('2027-01-31T12:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const justLater = new Date(now.getTime() + 1)
  let age = 0
  const subscription = async (
    name: string,
    row: Partial<Record<'renews_at' | 'cancel_at' | 'pending_from' | 'updated_at', Date>> & {
      readonly status?: 'active' | 'past_due' | 'incomplete' | 'canceled'
    },
  ) => {
    const owner = row.status === 'canceled' ? shopper : await make(db).shopper()
    await insertRows(db, 'credit_subscriptions', {
      ...{ id: newId(), user_id: owner.id, stripe_subscription_id: name },
      ...{ product_type: 'subscription_annual', status: 'active', created_at: at(-9999) },
      ...{ updated_at: at(--age / 100), renews_at: justLater, ...row },
      ...(row.pending_from && { pending_product_type: 'subscription_monthly' }),
      ...(row.status === 'canceled' && { ended_at: now }),
    })
    return owner
  }
  await subscription('renews', { renews_at: now })
  await subscription('ends', { cancel_at: now })
  await subscription('changes', { pending_from: now })
  const owner = await subscription('unpaid', { status: 'past_due' })
  await subscription('begun', { status: 'incomplete' })
  await subscription('unread', { updated_at: new Date(at(-24).getTime() - 1) })
  await subscription('read', { updated_at: at(-24) })
  await subscription('later', { cancel_at: justLater, pending_from: justLater })
  // Read before the clock was set back.
  await subscription('ahead', { updated_at: at(26) })
  await subscription('over', { status: 'canceled', renews_at: now })
  const longestFirst = ['unread', 'begun', 'unpaid', 'changes', 'ends', 'renews', 'ahead']
  expect(await subscriptionsToRefresh(db, now)).toEqual(longestFirst)
  expect(await subscriptionsToRefresh(db, now, 2)).toEqual(longestFirst.slice(0, 2))
  // Without an invoice it has no months.
  expect(await findSubscription(db, owner, now)).toEqual({
    ...{ plan: 'subscription_annual', state: 'past-due', creditsPerPeriod: 30 },
    ...{ nextCreditDate: null, renewsAt: justLater, cancelAt: null, pending: null },
    ...{ coveredUntil: null, remainingMonths: 0 },
  })
  expect(await findSubscription(db, shopper, now)).toBeNull()
})
