import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { processEvent } from './events.ts'
import { dismissEvent, failedEvents, retryEvent } from './failed-events.ts'
import { reconcile } from './reconcile.ts'

async function open() {
  const { db, clock, payments } = await openPayments()
  const admin = await make(db).admin()
  const shopper = await make(db).shopper()
  /** As if it had been retried the maximum number of times. */
  const exhaustRetries = () => db.updateTable('stripe_events').set({ tries: 99 }).execute()
  const waiting = () =>
    db.selectFrom('stripe_events').select('id').where('done_at', 'is', null).execute()
  return { db, clock, payments, stripe: payments.stripe, admin, shopper, exhaustRetries, waiting }
}

test('a payment without a known order is retried for three days and then shown to admins', async () => {
  const { db, clock, payments, stripe, admin, shopper, exhaustRetries, waiting } = await open()
  await payments.buy(shopper, 'one_time')
  const order = await db.deleteFrom('checkout_orders').returningAll().executeTakeFirstOrThrow()
  await payments.deliver()
  for (const hours of [1, 70]) {
    clock.advance({ hours })
    await expect(reconcile(db, stripe, clock.now())).rejects.toThrow('no order belongs to session')
    expect((await failedEvents(db, admin)).rows).toEqual([])
  }
  // Three days old but retried only a few times: the server may have been down.
  clock.advance({ hours: 1 })
  await expect(reconcile(db, stripe, clock.now())).rejects.toThrow('no order belongs to session')
  await exhaustRetries()
  await reconcile(db, stripe, clock.now())
  expect(await waiting()).toEqual([])
  const { rows } = await failedEvents(db, admin)
  expect(rows).toMatchObject([
    {
      type: 'checkout.session.completed',
      lastError: expect.stringContaining('no order belongs to session'),
      failedAt: clock.now(),
    },
  ])
  const id = rows[0]?.id ?? ''

  // A retry without success lists it again; once its order exists, it is processed.
  expect(await retryEvent(db, admin, id, clock.now())).toMatchObject({ ok: true })
  expect(await waiting()).toEqual([{ id }])
  await processEvent(db, stripe, id, clock.now())
  expect((await failedEvents(db, admin)).rows).toHaveLength(1)
  await db.insertInto('checkout_orders').values(order).execute()
  await retryEvent(db, admin, id, clock.now())
  await processEvent(db, stripe, id, clock.now())
  expect((await failedEvents(db, admin)).rows).toEqual([])
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(50)
  expect(await dismissEvent(db, admin, id, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'event-not-found' },
  })
})

test('payments of other products of the same Stripe account are ignored', async () => {
  const { db, clock, payments, stripe, waiting } = await open()
  const session = await payments.dashboard.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://other.test/',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'A mug' } },
      },
    ],
  })
  await payments.pay(session.id, 'disputed')
  const payment = await payments.paymentOfSession(session.id)
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 100 })
  clock.advance({ hours: 1 })
  await payments.deliver()
  expect((await waiting()).length).toBeGreaterThanOrEqual(3)
  await reconcile(db, stripe, clock.now())
  expect(await waiting()).toEqual([])
  expect(await db.selectFrom('disputes').select('id').execute()).toEqual([])
})

test('an event is retried for as long as the payment provider is unavailable', async () => {
  const { db, clock, payments, stripe, admin, shopper, exhaustRetries, waiting } = await open()
  await payments.buy(shopper, 'one_time')
  await payments.deliver()
  clock.advance({ days: 4 })
  await exhaustRetries()
  const [event] = await waiting()
  const away = { ...stripe, readSession: () => Promise.reject(new StripeUnavailable('no route')) }
  await expect(processEvent(db, away, event?.id ?? '', clock.now())).rejects.toThrow('no route')
  expect((await failedEvents(db, admin)).rows).toEqual([])
  await processEvent(db, stripe, event?.id ?? '', clock.now())
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(50)
})

test('an admin can dismiss a failed event', async () => {
  const { db, clock, payments, stripe, admin, shopper, exhaustRetries } = await open()
  await payments.buy(shopper, 'gift')
  await db.deleteFrom('checkout_orders').execute()
  await payments.deliver()
  clock.advance({ days: 3 })
  await exhaustRetries()
  await reconcile(db, stripe, clock.now())
  const [given] = (await failedEvents(db, admin)).rows
  expect(await dismissEvent(db, admin, given?.id ?? '', clock.now())).toMatchObject({ ok: true })
  expect((await failedEvents(db, admin)).rows).toEqual([])
  expect(await db.selectFrom('audit_log').select(['action', 'noun_id']).execute()).toEqual([
    { action: 'dismiss payment event', noun_id: given?.id },
  ])
})

test('each failed event is handled on its own', async () => {
  const { db, clock, admin } = await open()
  const at = clock.now()
  const failed = { type: 'invoice.paid', payload: '{}', last_error: 'no order', received_at: at }
  for (const id of ['evt_a', 'evt_b', 'evt_c'])
    await insertRows(db, 'stripe_events', { id, ...failed, done_at: at, given_up_at: at })
  expect(await retryEvent(db, admin, 'evt_a', at)).toEqual({ ok: true, value: null })
  expect(await dismissEvent(db, admin, 'evt_b', at)).toEqual({ ok: true, value: null })
  const again = { ok: false, problem: { reason: 'event-not-found' } }
  for (const id of ['evt_a', 'evt_b', 'evt_unknown']) {
    expect(await retryEvent(db, admin, id, at)).toEqual(again)
    expect(await dismissEvent(db, admin, id, at)).toEqual(again)
  }
  const rows = await readRows(db, 'stripe_events', ['id', 'done_at', 'given_up_at'], {}, 'id')
  expect(rows).toEqual([
    { id: 'evt_a', done_at: null, given_up_at: null },
    { id: 'evt_b', done_at: at, given_up_at: null },
    { id: 'evt_c', done_at: at, given_up_at: at },
  ])
  const { rows: jobs } = await sql`select payload from graphile_worker._private_jobs`.execute(db)
  expect(jobs).toEqual([{ payload: { eventId: 'evt_a' } }])
  const lines = await readRows(
    db,
    'audit_log',
    ['actor_id', 'action', 'noun', 'noun_id', 'before'],
    {},
    'id',
  )
  const before = { type: 'invoice.paid', lastError: 'no order' }
  const line = { actor_id: admin.id, noun: 'stripe event', before }
  expect(lines).toEqual([
    { ...line, action: 'retry payment event', noun_id: 'evt_a' },
    { ...line, action: 'dismiss payment event', noun_id: 'evt_b' },
  ])
})
