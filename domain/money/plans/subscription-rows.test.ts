import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { SubscriptionId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { grantDueMonths, grantMonths } from './grants.ts'
import { findSubscription } from './subscription-queries.ts'
import { dropMonths, endSubscriptionsOf, holdCoverage } from './subscriptions.ts'

// Rows without the orders and payments behind them.
const { db, made } = await testDatabase({ violatesInvariants: true })
const day = (text: string) => new Date(`${text}T12:00:00Z`)
const anchor = day('2027-01-31')

type Row = {
  readonly status?: 'active' | 'past_due' | 'canceled'
  readonly next_grant_at?: Date
  readonly created_at?: Date
  readonly anchor_at?: Date | null
  readonly cancel_at?: Date
  readonly renews_at?: Date
  readonly refused_at?: Date
}

async function subscription(shopper: Shopper, row: Row = {}): Promise<SubscriptionId> {
  const id: SubscriptionId = newId()
  await insertRows(db, 'credit_subscriptions', {
    ...{ id, user_id: shopper.id, stripe_subscription_id: `sub_${id}`, updated_at: anchor },
    ...{ product_type: 'subscription_annual', status: 'active', created_at: anchor },
    ...{ anchor_at: anchor, ...(row.status === 'canceled' && { ended_at: anchor }), ...row },
  })
  return id
}

async function cover(id: SubscriptionId, from: string, to: string, payment: string | null) {
  await insertRows(db, 'subscription_coverage', {
    ...{ id: newId(), subscription_id: id, stripe_invoice_id: `in_${newId()}` },
    ...{ starts_at: day(from), ends_at: day(to), paid_at: day(from), paid_cents: 20_000 },
    ...{ product_type: 'subscription_annual', payment_intent: payment },
  })
}

const within = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work)

const nextOf = async (id: SubscriptionId) =>
  (await readRow(db, 'credit_subscriptions', 'next_grant_at', id)).next_grant_at

const lotsOf = async ({ id }: Shopper) =>
  await readRows(
    db,
    'credit_lots',
    ['granted_at', 'payment_intent', 'payment_credits'],
    { user_id: id },
    'expires_at',
  )

test('months that have started are granted, longest due first, in batches of subscriptions', async () => {
  const [one, other] = [await made.shopper(), await made.shopper()]
  const later = await subscription(other, { next_grant_at: day('2027-03-31') })
  const first = await subscription(one, { next_grant_at: anchor })
  const notYet = await subscription(await made.shopper(), { next_grant_at: day('2027-04-30') })
  for (const id of [later, first, notYet]) await cover(id, '2027-01-31', '2028-01-31', null)
  const now = day('2027-03-31')
  expect(await grantDueMonths(db, now, 1)).toBe(3)
  expect([await nextOf(first), await nextOf(later)]).toEqual([day('2027-04-30'), now])
  expect(await grantDueMonths(db, now)).toBe(3)
  expect(await grantDueMonths(db, now)).toBe(0)
  expect(await nextOf(notYet)).toEqual(day('2027-04-30'))
  const granted = ['2027-01-31', '2027-02-28', '2027-03-31'].map((text) => ({
    ...{ granted_at: day(text), payment_intent: null, payment_credits: 360 },
  }))
  expect([await lotsOf(one), await lotsOf(other)]).toEqual([granted, granted])
  // Without a first payment it has no months.
  const begun = await subscription(await made.shopper(), { anchor_at: null })
  expect(await within((tx) => grantMonths(tx, begun, now))).toBe(0)
})

test('a dispute suspends only the months of its payment, and revoked months stay revoked', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const [own, another] = [await subscription(shopper), await subscription(other)]
  await cover(own, '2027-01-31', '2027-02-28', 'pi_lost')
  await cover(own, '2027-02-28', '2027-03-31', 'pi_held')
  await cover(another, '2027-01-31', '2027-02-28', 'pi_another')
  const hold = (payment: string, what: 'freeze' | 'release' | 'revoke', now: Date) =>
    within((tx) => holdCoverage(tx, payment, what, now))
  await hold('pi_lost', 'revoke', anchor)
  await hold('pi_lost', 'freeze', day('2027-02-01'))
  await hold('pi_held', 'freeze', day('2027-02-02'))
  const states = db
    .selectFrom('subscription_coverage')
    .select(['payment_intent', 'frozen_at', 'revoked_at'])
    .where('subscription_id', 'in', [own, another])
    .orderBy('id')
  expect(await states.execute()).toEqual([
    { payment_intent: 'pi_lost', frozen_at: null, revoked_at: anchor },
    { payment_intent: 'pi_held', frozen_at: day('2027-02-02'), revoked_at: null },
    { payment_intent: 'pi_another', frozen_at: null, revoked_at: null },
  ])
  expect(await findSubscription(db, shopper, anchor)).toMatchObject({
    ...{ coveredUntil: null, remainingMonths: 0 },
  })
  expect([await lotsOf(shopper), await lotsOf(other)]).toEqual([[], []])
})

test('a partly reversed payment loses its last months, never those that have started', async () => {
  const shopper = await made.shopper()
  const id = await subscription(shopper)
  await cover(id, '2027-01-31', '2027-04-30', 'pi_part')
  await cover(id, '2027-04-30', '2027-06-30', 'pi_whole')
  const drop = (max: number, now: Date, payment = 'pi_part') =>
    within((tx) => dropMonths(tx, payment, max, now))
  const ends = async () =>
    (await readRows(db, 'subscription_coverage', 'ends_at', { subscription_id: id }, 'id')).map(
      ({ ends_at }) => ends_at,
    )
  expect([await drop(0, anchor), await drop(1, anchor, 'pi_nobody')]).toEqual([0, 0])
  expect(await ends()).toEqual([day('2027-04-30'), day('2027-06-30')])
  expect(await drop(1, anchor)).toBe(1)
  expect(await ends()).toEqual([day('2027-03-31'), day('2027-06-30')])
  // The rest of it is granted as before, and the next month is known.
  expect(await lotsOf(shopper)).toHaveLength(1)
  expect(await nextOf(id)).toEqual(day('2027-02-28'))
  // The second month starts at this instant. Even before the anchor, the first month stays.
  expect(await drop(9, day('2027-02-28'))).toBe(0)
  expect(await drop(9, day('2027-01-01'))).toBe(1)
  expect(await ends()).toEqual([day('2027-02-28'), day('2027-06-30')])
  expect(await drop(9, day('2027-01-01'))).toBe(0)
  await updateRows(
    db,
    'subscription_coverage',
    { payment_intent: 'pi_whole' },
    { revoked_at: anchor },
  )
  expect(await drop(1, anchor, 'pi_whole')).toBe(0)
  const begun = await subscription(await made.shopper(), { anchor_at: null })
  await cover(begun, '2027-01-31', '2027-04-30', 'pi_without_anchor')
  expect(await drop(1, anchor, 'pi_without_anchor')).toBe(0)
})

test('a person sees the live subscription, else the latest that still grants credits', async () => {
  const shopper = await made.shopper()
  const next = day('2027-02-28')
  const ended = (created: string, more: Row = {}) =>
    subscription(shopper, {
      ...{ status: 'canceled', created_at: day(created), next_grant_at: next, ...more },
      ...{ renews_at: next, cancel_at: next },
    })
  const early = await ended('2027-01-01')
  const last = await ended('2027-01-03')
  await ended('2027-01-02')
  await ended('2027-01-09', { refused_at: anchor })
  await cover(early, '2027-01-31', '2029-01-31', null)
  await cover(last, '2027-03-31', '2027-05-31', null)
  await cover(last, '2027-01-31', '2027-03-31', null)
  const seen = {
    ...{ plan: 'subscription_annual', creditsPerPeriod: 30, pending: null },
    ...{ nextCreditDate: next, renewsAt: null, cancelAt: null },
  }
  expect(await findSubscription(db, shopper, anchor)).toEqual({
    ...{ ...seen, state: 'ended', coveredUntil: day('2027-05-31'), remainingMonths: 3 },
  })
  // Stripe ended it immediately.
  await updateRows(db, 'credit_subscriptions', last, { cancel_at: null })
  expect(await findSubscription(db, shopper, anchor)).toMatchObject({ renewsAt: null })
  await cover(await subscription(await made.shopper()), '2027-01-31', '2030-01-31', null)
  const live = await subscription(shopper, { created_at: day('2026-12-31'), renews_at: next })
  await cover(live, '2027-01-31', '2027-02-28', null)
  expect(await findSubscription(db, shopper, anchor)).toEqual({
    ...{ ...seen, state: 'active', renewsAt: next, coveredUntil: next, remainingMonths: 0 },
  })
})

test('closing an account ends its billed subscription, and nothing else', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const live = await subscription(shopper, { status: 'past_due' })
  await subscription(shopper, { status: 'canceled' })
  await subscription(other)
  await within((tx) => endSubscriptionsOf(tx, shopper.id))
  const { rows } = await sql<{ payload: { stripeSubscriptionId: string } }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'end-subscription'`.execute(db)
  expect(rows).toEqual([{ payload: { stripeSubscriptionId: `sub_${live}` } }])
})
