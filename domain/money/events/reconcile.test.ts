import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import { buyCredits } from '#domain/money/checkout/checkout.ts'
import { newId } from '#domain/shared/ids.ts'
import type { DisputeState } from '#gateways/stripe/disputes.ts'
import type { RefundState } from '#gateways/stripe/refunds.ts'
import { StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { refundRows } from '#test/refund-rows.ts'
import { reconcile } from './reconcile.ts'

const DAY_MS = 86_400_000

test('a payment page that Stripe does not know lapses after two days', async () => {
  const { db, clock, stripe } = await openPayments()
  const places = { origin: 'http://localhost', returnTo: '/', successPath: '/credits-success' }
  const begin = async (daysAgo: number, session: string | null = `cs_test_lost_${daysAgo}`) => {
    const shopper = await make(db).shopper()
    const opened = await buyCredits(
      db,
      shopper,
      stripe,
      { product: 'one_time' },
      places,
      clock.now(),
    )
    expect(opened.ok).toBe(true)
    await updateRows(
      db,
      'checkout_orders',
      { user_id: shopper.id },
      {
        stripe_session_id: session,
        created_at: new Date(clock.now().getTime() - daysAgo * DAY_MS),
      },
    )
  }
  const justOver = 2 + 1 / DAY_MS
  for (const days of [1, 2, justOver, 3]) await begin(days)
  // Sessions that were never recorded: one too old, and two that may still be recorded.
  for (const days of [2.5, 1.5, 2]) await begin(days, null)
  await reconcile(db, stripe, clock.now())
  const orders = await readRows(db, 'checkout_orders', ['status', 'asked_at'], {}, 'created_at')
  const orderOf = (status: 'open' | 'expired', asked_at: Date | null) => ({ status, asked_at })
  expect(orders.filter(({ asked_at }) => asked_at)).toEqual([
    orderOf('expired', clock.now()),
    orderOf('expired', clock.now()),
    orderOf('open', clock.now()),
    orderOf('open', clock.now()),
  ])
  expect(orders.filter(({ asked_at }) => !asked_at)).toEqual([
    orderOf('expired', null),
    orderOf('open', null),
    orderOf('open', null),
  ])
})

test('open payment pages are checked in batches, several people in parallel, one page per person at a time', async () => {
  const { db, clock, stripe } = await openPayments()
  const shoppers = await Promise.all(Array.from({ length: 12 }, () => make(db).shopper()))
  const ids = shoppers.map(({ id }) => id)
  await sql`
    insert into checkout_orders (id, user_id, product_type, amount_cents, credits, stripe_session_id, return_to, created_at)
    select gen_random_uuid(), person, 'one_time', 5000, 50, 'cs_test_' || person || '_' || n, '/',
      ${clock.now()}::timestamptz - n * interval '1 second'
    from unnest(${ids}::uuid[]) as person, generate_series(1, 50) as n`.execute(db)
  const underWay = new Map<string, number>()
  let peopleAtOnce = 0
  let ofOnePerson = 0
  const watched: typeof stripe = {
    ...stripe,
    // None has been paid.
    readSession: async (sessionId) => {
      const person = sessionId.split('_')[2] ?? ''
      underWay.set(person, (underWay.get(person) ?? 0) + 1)
      peopleAtOnce = Math.max(peopleAtOnce, [...underWay.values()].filter(Boolean).length)
      ofOnePerson = Math.max(ofOnePerson, underWay.get(person) ?? 0)
      try {
        await turn()
        return null
      } finally {
        underWay.set(person, (underWay.get(person) ?? 0) - 1)
      }
    },
  }
  expect(await reconcile(db, watched, clock.now())).toMatchObject({ orders: 500 })
  expect([peopleAtOnce, ofOnePerson]).toEqual([8, 1])
  const unasked = () =>
    db
      .selectFrom('checkout_orders')
      .select((order) => order.fn.countAll<number>().as('count'))
      .select((order) => order.fn.min('created_at').as('oldest'))
      .where('asked_at', 'is', null)
      .executeTakeFirstOrThrow()
  // The oldest come first.
  const oldest = new Date(clock.now().getTime() - 9000)
  expect(await unasked()).toEqual({ count: 100, oldest })
  // Sessions not checked this time come first the next time.
  clock.advance({ seconds: 600 })
  expect(await reconcile(db, watched, clock.now())).toMatchObject({ orders: 500 })
  expect(await unasked()).toEqual({ count: 0, oldest: null })
})

test('an open page that Stripe knows stays open at any age, and a paid one is fulfilled', async () => {
  const { db, clock, payments, stripe } = await openPayments()
  const { pay } = payments
  const places = { origin: 'http://localhost', returnTo: '/', successPath: '/credits-success' }
  const sessions: string[] = []
  for (const shopper of [await make(db).shopper(), await make(db).shopper()]) {
    const pack = { product: 'one_time' }
    const opened = await buyCredits(db, shopper, stripe, pack, places, clock.now())
    if (opened.ok) sessions.push(opened.value.sessionId)
  }
  await pay(sessions[1] ?? '')
  const created_at = new Date(clock.now().getTime() - 3 * DAY_MS)
  await db.updateTable('checkout_orders').set({ created_at }).execute()
  expect(await reconcile(db, stripe, clock.now())).toMatchObject({ orders: 2 })
  const orders = await readRows(
    db,
    'checkout_orders',
    ['stripe_session_id', 'status'],
    {},
    'status',
  )
  expect(orders).toEqual([
    { stripe_session_id: sessions[1], status: 'fulfilled' },
    { stripe_session_id: sessions[0], status: 'open' },
  ])
})

test('everything pending is checked once, the oldest first, and nothing that is done', async () => {
  // Rows are inserted without the history that commands would leave.
  const { db, made, clock, stripe } = await openPayments({ violatesInvariants: true })
  const before = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)
  const payer = await made.shopper()
  const page = (session: string | null, seconds: number, status: 'open' | 'expired') =>
    insertRows(db, 'checkout_orders', {
      ...{ id: newId(), user_id: payer.id, product_type: 'one_time', credits: 50 },
      ...{ amount_cents: 5000, stripe_session_id: session, status, created_at: before(seconds) },
    })
  for (const seconds of [1, 4, 2, 6, 5, 3]) await page(`cs_${seconds}`, seconds, 'open')
  await page('cs_done', 3, 'expired')
  const event = (id: string, seconds: number, row = {}) => {
    const payload = JSON.stringify({ data: { object: { id: `cs_of_${id}` } } })
    const values = { id, type: 'checkout.session.completed', payload, ...row }
    return insertRows(db, 'stripe_events', { ...values, received_at: before(seconds) })
  }
  await event('evt_new', 1)
  await event('evt_old', 2)
  await event('evt_done', 3, { done_at: clock.now() })
  const row = refundRows(db, clock.now())
  const unasked = [await row({ requestedAt: before(1) }), await row({ requestedAt: before(2) })]
  await row({ requestedAt: before(2), stripeId: 're_old' })
  await row({ requestedAt: before(3), stripeId: 're_older' })
  await row({ requestedAt: before(1), stripeId: 're_new' })
  await row({ requestedAt: before(4), status: 'succeeded' })
  await row({ requestedAt: before(4), status: 'succeeded', stripeId: 're_done' })
  const dispute = (id: string, seconds: number, status: 'open' | 'lost') =>
    insertRows(db, 'disputes', {
      ...{ id, payment_intent: `pi_${id}`, amount_cents: 5000, status },
      ...{ opened_at: before(seconds), closed_at: status === 'open' ? null : clock.now() },
    })
  await dispute('dp_new', 1, 'open')
  await dispute('dp_old', 2, 'open')
  await dispute('dp_done', 3, 'lost')
  const closet = await made.closet()
  const account = await made.payoutAccount(closet, { at: before(2 * 86_400) })
  const transfer: TransferId = newId()
  await insertRows(db, 'transfers', {
    ...{ id: transfer, owner_id: closet.id, amount_cents: 2500, requested_at: before(1) },
  })

  const requests: string[] = []
  const away = async (what: string) => {
    requests.push(what)
    throw new StripeUnavailable(what)
  }
  const watched: StripeGateway = {
    ...stripe,
    readSession: async (id) => {
      requests.push(id)
      return null
    },
    refund: ({ refundId }) => away(refundId),
    readRefund: away,
    readDispute: away,
    readPayoutAccount: away,
    findTransfers: away,
  }
  // A failure does not stop the rest; the first one is thrown at the end.
  const problem = 'no order belongs to session cs_of_evt_old'
  await expect(reconcile(db, watched, clock.now())).rejects.toThrow(problem)
  expect(requests).toEqual([
    ...['cs_6', 'cs_5', 'cs_4', 'cs_3', 'cs_2', 'cs_1', 'cs_of_evt_old', 'cs_of_evt_new'],
    ...[unasked[1], unasked[0], 're_older', 're_old', 're_new', 'dp_old', 'dp_new'],
    ...[account, transfer],
  ])
  await db.updateTable('stripe_events').set({ done_at: clock.now() }).execute()
  const fine: StripeGateway = {
    ...watched,
    refund: async ({ refundId }) => refundState(refundId),
    readRefund: async (id) => refundState(id),
    readDispute: async (id) => disputeState(id),
    readPayoutAccount: async () => null,
    findTransfers: async () => [],
    hasConnect: false,
  }
  expect(await reconcile(db, fine, clock.now())).toEqual({
    ...{ orders: 6, events: 0, refunds: 7, subscriptions: 0 },
  })

  function disputeState(id: string): DisputeState {
    const what = { reason: 'fraudulent', amountCents: 5000, paymentIntent: null }
    return { id, state: 'open', ...what, openedAt: clock.now(), evidenceDueAt: null }
  }

  function refundState(id: string): RefundState {
    const what = { failure: null, refundId: null, paymentIntent: null, amountCents: 3000 }
    return { id, status: 'pending', ...what, createdAt: clock.now() }
  }
})
