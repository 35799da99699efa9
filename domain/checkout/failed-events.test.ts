import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/credits/credits.ts'
import { StripeAway } from '#gateways/stripe/stripe-errors.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { dismissEvent, failedEvents, retryEvent } from './failed-events.ts'
import { reconcile } from './reconcile.ts'
import { processEvent } from './webhook.ts'

async function open() {
  const clock = testClock()
  const database = await testDatabase()
  const payments = await testPayments(database, clock)
  const { db } = database
  const admin = await make(db).admin()
  const shopper = await make(db).shopper()
  /** As if it had been retried the maximum number of times. */
  const tireOf = () => db.updateTable('stripe_events').set({ tries: 99 }).execute()
  const waiting = () =>
    db.selectFrom('stripe_events').select('id').where('done_at', 'is', null).execute()
  return { db, clock, payments, stripe: payments.stripe, admin, shopper, tireOf, waiting }
}

test('a payment without a known order is retried for three days and then shown to admins', async () => {
  const { db, clock, payments, stripe, admin, shopper, tireOf, waiting } = await open()
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
  await tireOf()
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

  // Retried without success it is listed again; once its order exists it is processed.
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
  const { db, clock, payments, stripe, admin, shopper, tireOf, waiting } = await open()
  await payments.buy(shopper, 'one_time')
  await payments.deliver()
  clock.advance({ days: 4 })
  await tireOf()
  const [event] = await waiting()
  const away = { ...stripe, readSession: () => Promise.reject(new StripeAway('no route')) }
  await expect(processEvent(db, away, event?.id ?? '', clock.now())).rejects.toThrow('no route')
  expect((await failedEvents(db, admin)).rows).toEqual([])
  await processEvent(db, stripe, event?.id ?? '', clock.now())
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(50)
})

test('an admin can dismiss a failed event', async () => {
  const { db, clock, payments, stripe, admin, shopper, tireOf } = await open()
  await payments.buy(shopper, 'gift')
  await db.deleteFrom('checkout_orders').execute()
  await payments.deliver()
  clock.advance({ days: 3 })
  await tireOf()
  await reconcile(db, stripe, clock.now())
  const [given] = (await failedEvents(db, admin)).rows
  expect(await dismissEvent(db, admin, given?.id ?? '', clock.now())).toMatchObject({ ok: true })
  expect((await failedEvents(db, admin)).rows).toEqual([])
  expect(await db.selectFrom('audit_log').select(['action', 'noun_id']).execute()).toEqual([
    { action: 'dismiss payment event', noun_id: given?.id },
  ])
})
