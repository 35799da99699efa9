import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { depositsPaidWithCredits } from '#test/make/deposits-paid-with-credits.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { requestPaidRentals } from './rental-checkouts.ts'

const { db, clock, payments, stripe, when, opened, paid, ordersOf } =
  await depositsPaidWithCredits()

const depositsOf = (shopper: Shopper) =>
  readRows(db, 'deposits', ['amount_cents', 'payment_intent'], { user_id: shopper.id })
const lotsOf = (shopper: Shopper) =>
  readRows(db, 'credit_lots', ['minted', 'available', 'payment_intent'], { user_id: shopper.id })
async function receipts(): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-receipt' order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}

const refundsOf = (shopper: Shopper) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('checkout_orders as o', 'o.id', 'f.order_id')
    .select(['o.product_type', 'f.amount_cents', 'f.status', 'f.reason'])
    .where('o.user_id', '=', shopper.id)
    .execute()

test('a deposit and a plan are paid on one page, and the rental is requested', async () => {
  const { shopper, orderId, payment } = await paid('subscription_monthly')
  expect(await ordersOf(shopper)).toMatchObject([
    {
      ...{ id: orderId, product_type: 'subscription_monthly', amount_cents: 2000 },
      ...{ status: 'fulfilled', payment_intent: payment, paid_with: null, tax_cents: 0 },
    },
    {
      ...{ product_type: 'deposit', amount_cents: 5000, status: 'fulfilled', tax_cents: null },
      ...{ payment_intent: `${payment}#deposit`, paid_with: orderId, card_last4: '4242' },
    },
  ])
  expect(await payments.call('GET', `payment_intents/${payment}`)).toMatchObject({ amount: 7000 })
  expect(await depositsOf(shopper)).toEqual([
    { amount_cents: 5000, payment_intent: `${payment}#deposit` },
  ])
  expect(await readRows(db, 'subscription_coverage', 'paid_cents', {})).toEqual([
    { paid_cents: 2000 },
  ])
  expect(await requestPaidRentals(db, orderId, when())).toMatchObject({
    pieces: [{ status: 'requested' }],
  })
  expect(await lotsOf(shopper)).toMatchObject([{ minted: 30, available: 16 }])
  await payments.catchUp()
  expect(await lotsOf(shopper)).toMatchObject([{ minted: 30, available: 16 }])
  expect(await integrityViolations(db)).toEqual([])
})

test('a plan that a deposit was paid with renews at its own price', async () => {
  const { shopper } = await paid('subscription_monthly')
  clock.advance({ days: 32 })
  await payments.catchUp()
  const coverage = await db
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['c.paid_cents'])
    .where('s.user_id', '=', shopper.id)
    .orderBy('c.starts_at')
    .execute()
  expect(coverage).toEqual([{ paid_cents: 2000 }, { paid_cents: 2000 }])
  expect(await depositsOf(shopper)).toHaveLength(1)
  expect(await integrityViolations(db)).toEqual([])
})

test('a deposit and a pack are paid on one page; each has its order', async () => {
  const { shopper, orderId, payment } = await paid('one_time')
  expect(await ordersOf(shopper)).toMatchObject([
    { product_type: 'one_time', amount_cents: 5000, payment_intent: payment },
    { product_type: 'deposit', amount_cents: 5000, payment_intent: `${payment}#deposit` },
  ])
  const orders = await ordersOf(shopper)
  expect(await receipts()).toEqual(
    expect.arrayContaining(orders.map(({ id }) => ({ of: 'order', id }))),
  )
  expect(await requestPaidRentals(db, orderId, when())).toMatchObject({
    pieces: [{ status: 'requested' }],
  })
  expect(await integrityViolations(db)).toEqual([])
})

test('a second deposit is refunded, and the credits stay', async () => {
  const { shopper, sessionId, payment } = await opened('one_time')
  await payments.holdDeposit(shopper)
  await payments.pay(sessionId)
  const order = await fulfil(db, stripe, sessionId)
  expect(order).toMatchObject({ value: { status: 'fulfilled', type: 'one_time' } })
  await payments.processAll()
  expect(await refundsOf(shopper)).toEqual([
    {
      ...{ product_type: 'deposit', amount_cents: 5000 },
      ...{ status: 'succeeded', reason: 'duplicate_payment' },
    },
  ])
  expect(await lotsOf(shopper)).toMatchObject([{ minted: 50, payment_intent: await payment() }])
  expect(await depositsOf(shopper)).toHaveLength(1)
  expect(await integrityViolations(db)).toEqual([])
})

test('a second plan is refunded, and the deposit is held', async () => {
  const { shopper, sessionId, orderId } = await opened('subscription_monthly')
  await payments.subscribe(shopper, 'subscription_monthly')
  await payments.pay(sessionId)
  expect(await fulfil(db, stripe, sessionId)).toMatchObject({ value: { status: 'refunded' } })
  await payments.processAll()
  expect(await refundsOf(shopper)).toMatchObject([
    { product_type: 'subscription_monthly', amount_cents: 2000, status: 'succeeded' },
  ])
  expect(await depositsOf(shopper)).toMatchObject([{ amount_cents: 5000 }])
  expect(await requestPaidRentals(db, orderId, when())).toMatchObject({
    pieces: [{ status: 'requested' }],
  })
  expect(await integrityViolations(db)).toEqual([])
})

test('a payment page that closes unpaid ends both orders', async () => {
  const { shopper, sessionId } = await opened('subscription_monthly')
  clock.advance({ seconds: 32 * 60 })
  await fulfil(db, stripe, sessionId)
  expect(await ordersOf(shopper)).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
  expect(await integrityViolations(db)).toEqual([])
})

test('orders whose page was never opened expire together, but not before their page', async () => {
  const [lost, open] = [await opened('one_time'), await opened('one_time')]
  await updateRows(db, 'checkout_orders', lost.orderId, { stripe_session_id: null })
  const later = new Date(clock.now().getTime() + 3 * 86_400_000)
  await reconcile(db, stripe, later)
  expect(await ordersOf(lost.shopper)).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
  expect(await ordersOf(open.shopper)).toMatchObject([{ status: 'open' }, { status: 'open' }])
  expect(await integrityViolations(db)).toEqual([])
})

test('what arrives after the account was closed is refunded in two parts', async () => {
  const { shopper, sessionId } = await opened('one_time')
  await payments.pay(sessionId)
  await updateRows(db, 'user_profiles', shopper.id, { deleted_at: clock.now() })
  await fulfil(db, stripe, sessionId)
  await payments.processAll()
  expect((await refundsOf(shopper)).map(({ amount_cents }) => amount_cents)).toEqual([5000, 5000])
  expect(await depositsOf(shopper)).toEqual([])
})

test('a payment of another amount than both orders grants nothing', async () => {
  const { shopper, sessionId } = await opened('one_time')
  await payments.pay(sessionId)
  const answering = {
    ...stripe,
    readSession: async (id: string) => {
      const session = await stripe.readSession(id)
      return session && { ...session, amountCents: 5000 }
    },
  }
  await expect(fulfil(db, answering, sessionId)).rejects.toThrow(/does not match/)
  expect(await ordersOf(shopper)).toMatchObject([{ status: 'open' }, { status: 'open' }])
})
