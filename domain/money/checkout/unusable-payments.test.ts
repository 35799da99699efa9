import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  resolveRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { PaidSession } from '#gateways/stripe/checkout-sessions.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { openPayments } from '#test/payments.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { buyCredits, payDeposit, topUpDeposit } from './checkout.ts'
import { fulfil } from './fulfil.ts'
import { findOrMakeCustomer, recordOrder } from './orders.ts'

const { db, made, clock, payments, stripe } = await openPayments()
const places = { origin: 'http://shop.test', successPath: '/done', returnTo: '/credits' }

/** Opens a payment page; returns its session. */
async function pageFor(shopper: Shopper, product: string): Promise<string> {
  const opened =
    product === 'deposit'
      ? await payDeposit(db, shopper, stripe, places, clock.now())
      : product === 'top-up'
        ? await topUpDeposit(db, shopper, stripe, places, clock.now())
        : await buyCredits(db, shopper, stripe, { product }, places, clock.now())
  if (!opened.ok) throw new Error(opened.problem.reason)
  clock.advance({ seconds: 1 })
  return opened.value.sessionId
}

/** Pays on two pages that were open at the same time; returns the orders. */
async function paidTwice(shopper: Shopper, product: string) {
  const pages = [await pageFor(shopper, product), await pageFor(shopper, product)]
  for (const page of pages) await payments.pay(page)
  const [first = '', second = ''] = pages
  expect(await fulfil(db, stripe, first)).toMatchObject({ value: { status: 'fulfilled' } })
  // The result is the same however often the payment is reported.
  for (let time = 0; time < 2; time++)
    expect(await fulfil(db, stripe, second)).toMatchObject({ value: { status: 'refunded' } })
  return await ordersOf(shopper)
}

/** The newest order last, each with its refund. */
const ordersOf = ({ id }: Shopper) =>
  db
    .selectFrom('checkout_orders as o')
    .leftJoin('refunds as r', 'r.order_id', 'o.id')
    .select(['o.id', 'o.status', 'o.stripe_session_id as session'])
    .select(['r.amount_cents as cents', 'r.reason', 'r.deposit_id as deposit'])
    .where('o.user_id', '=', id)
    .orderBy('o.created_at')
    .execute()

async function jobs(task: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}

const refundOf = (cents: number, reason = 'duplicate_payment') => ({
  ...{ status: 'refunded', cents, reason, deposit: null },
})
const fulfilled = { status: 'fulfilled', cents: null }

test('a second deposit is refunded once, without a receipt', async () => {
  const shopper = await made.shopper()
  const [first, second, ...others] = await paidTwice(shopper, 'deposit')
  expect([first, second]).toMatchObject([fulfilled, refundOf(5000)])
  expect(others).toEqual([])
  expect(await jobs('mail-receipt')).toEqual([{ of: 'order', id: first?.id }])
  const lines = await readRows(
    db,
    'audit_log',
    ['actor_id', 'action', 'noun', 'noun_id', 'after', 'at'],
    { actor_id: shopper.id },
  )
  expect(lines).toEqual([
    {
      ...{ actor_id: shopper.id, action: 'buy', noun: 'order', noun_id: first?.id },
      ...{ after: { product: 'deposit', amount_cents: 5000 }, at: clock.now() },
    },
  ])
})

test('a top-up is refunded when nothing is missing any more, or the deposit is gone', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 100)
  await payments.holdDeposit(shopper)
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  const [, ...topUps] = await paidTwice(shopper, 'top-up')
  expect(topUps).toMatchObject([fulfilled, refundOf(1050)])
  // The deposit was returned after the page was opened.
  const without = await made.shopper()
  const order = {
    offer: { name: 'Addition', description: 'Refundable.', amountCents: 900 },
    credits: 0,
  }
  const orderId = await recordOrder(
    db,
    without,
    { ...order, type: 'deposit_top_up', amountCents: 900, origin: '', returnTo: '/' },
    clock.now(),
  )
  const customer = await findOrMakeCustomer(db, stripe, without, clock.now())
  const page = await stripe.openCheckout({
    ...{ orderId, userId: without.id, customer, mode: 'payment', offers: [order.offer] },
    ...{ successUrl: 'http://shop.test/done', cancelUrl: 'http://shop.test/' },
  })
  await payments.pay(page.sessionId)
  expect(await fulfil(db, stripe, page.sessionId)).toMatchObject({ value: { status: 'refunded' } })
  expect(await ordersOf(without)).toMatchObject([refundOf(900)])
})

test('a second subscription and one of a closed account are refunded and ended', async () => {
  const shopper = await made.shopper()
  expect(await paidTwice(shopper, 'subscription_monthly')).toMatchObject([
    fulfilled,
    refundOf(2000),
  ])
  expect(await jobs('end-subscription')).toHaveLength(1)
  const gone = await made.shopper()
  const pages = [await pageFor(gone, 'subscription_annual'), await pageFor(gone, 'one_time')]
  for (const page of pages) await payments.pay(page)
  await updateRows(db, 'user_profiles', gone.id, { deleted_at: clock.now() })
  for (const page of pages)
    expect(await fulfil(db, stripe, page)).toMatchObject({ value: { status: 'refunded' } })
  expect(await ordersOf(gone)).toMatchObject([
    refundOf(20_000, 'account_closed'),
    refundOf(5000, 'account_closed'),
  ])
  expect(await jobs('end-subscription')).toHaveLength(2)
})

test('a payment page that expires unpaid closes its order, and no other', async () => {
  const shopper = await made.shopper()
  const [closed, open] = [await pageFor(shopper, 'one_time'), await pageFor(shopper, 'one_time')]
  await stripe.closeCheckout(closed)
  for (const [page, state] of [
    [closed, 'expired'],
    [open, 'open'],
  ] as const)
    expect(await fulfil(db, stripe, page)).toEqual({
      ok: false,
      problem: { reason: 'not-paid', state },
    })
  expect(await ordersOf(shopper)).toMatchObject([
    { status: 'expired', session: closed },
    { status: 'open', session: open },
  ])
})

test('a session that contradicts its order grants nothing', async () => {
  const [other, shopper] = [await made.shopper(), await made.shopper()]
  const strange = await pageFor(other, 'one_time')
  const page = await pageFor(shopper, 'one_time')
  await payments.pay(page)
  const answering = (change: Partial<PaidSession>): StripeGateway => ({
    ...stripe,
    readSession: async (id) => {
      const session = await stripe.readSession(id)
      return session && { ...session, ...change }
    },
  })
  const otherCustomer = (await stripe.readSession(strange))?.customer ?? ''
  for (const change of [
    { amountCents: 4999 },
    { currency: 'eur' },
    { customer: otherCustomer },
    { customer: null },
    { paymentIntent: null },
    { paidAt: null },
  ])
    await expect(fulfil(db, answering(change), page)).rejects.toThrow(
      /^session \S+ does not match order/,
    )
  const unknown = { ok: false, problem: { reason: 'unknown-session' } }
  expect(await fulfil(db, answering({ id: 'cs_other' }), page)).toEqual(unknown)
  expect(await ordersOf(shopper)).toMatchObject([{ status: 'open' }])
  // The server crashed before the session was recorded.
  await updateRows(db, 'checkout_orders', { user_id: shopper.id }, { stripe_session_id: null })
  expect(await fulfil(db, stripe, page)).toMatchObject({ value: { status: 'fulfilled' } })
  expect(await ordersOf(shopper)).toMatchObject([{ ...fulfilled, session: page }])

  const plan = await pageFor(shopper, 'subscription_monthly')
  await payments.pay(plan)
  const noPlan = answering({ subscription: null, paymentIntent: 'pi_1' })
  await expect(fulfil(db, noPlan, plan)).rejects.toThrow('was paid for no subscription')
})

test('when the refund of a second payment fails, what was refunded elsewhere is not owed', async () => {
  const [admin, shopper] = [await made.admin(), await made.shopper()]
  const pages = [await pageFor(shopper, 'deposit'), await pageFor(shopper, 'deposit')]
  for (const page of pages) {
    await payments.pay(page, 'refundFails')
    await fulfil(db, stripe, page)
  }
  const later = async () => {
    await payments.processAll()
    clock.advance({ seconds: 15 })
    await payments.processAll()
  }
  await later()
  const owed = async () => (await unresolvedRefunds(db, admin)).rows
  const [failed, ...others] = await owed()
  expect(others).toEqual([])
  if (!failed) throw new Error('nothing has failed')
  expect(failed).toMatchObject({ cents: 5000, reason: 'duplicate_payment' })

  const payment_intent = await payments.paymentOfSession(pages[1] ?? '')
  const back = async (cents: number) => {
    await payments.dashboard.refunds.create({ payment_intent, amount: cents })
    await payments.processAll()
  }
  await back(2000)
  expect(await owed()).toMatchObject([{ id: failed.id, cents: 3000, failedCents: 5000 }])
  await back(3000)
  expect(await owed()).toEqual([])
  // Both dashboard refunds fail as well.
  await later()
  expect(await owed()).toMatchObject([{ cents: 5000 }])

  await back(2000)
  const byHand = { refundId: failed.id, note: 'Check 12' }
  expect(await resolveRefund(db, admin, { ...byHand, cents: 5000 }, clock.now())).toEqual({
    ...{ ok: false, problem: { reason: 'amount-changed', owedCents: 3000 } },
  })
  expect(await resolveRefund(db, admin, { ...byHand, cents: 3000 }, clock.now())).toEqual({
    ...{ ok: true, value: null },
  })
  expect(await integrityViolations(db)).toEqual([])
  await later()
})
