import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { savePlatformNumbers } from '#domain/site/settings/save-platform-numbers.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRows } from '#test/postgres/rows.ts'
import { buyCredits } from './checkout.ts'
import { fulfil } from './fulfil.ts'

async function open() {
  const { db, pool, clock, payments } = await openPayments({ at: '2026-11-20T12:00:00Z' })
  return { ...payments, db, pool, clock, shopper: await make(db).shopper() }
}

test('a gift creates one lot, one code and one email, for any number and order of events', async () => {
  const { buy, receive, takeEvents, db, pool, clock, shopper, stripe } = await open()
  const session = await buy(shopper, 'gift', { recipientEmail: 'friend@hemline.test' })
  const events = await takeEvents()
  expect(events.map(({ type }) => type)).toContain('checkout.session.completed')
  for (let time = 0; time < 10; time++) {
    await receive(time % 2 === 0 ? events : [...events].reverse())
    await reconcile(db, stripe, clock.now())
    expect(await fulfil(db, stripe, session)).toMatchObject({
      value: { type: 'gift', credits: 100, status: 'fulfilled' },
    })
  }
  const codes = await db.selectFrom('gift_codes').selectAll().execute()
  expect(codes).toMatchObject([
    {
      recipient_email: 'friend@hemline.test',
      credits_amount: 50,
      claimed: false,
      expires_at: new Date('2027-02-21T05:00:00Z'),
    },
  ])
  const lots = await db.selectFrom('credit_lots').selectAll().execute()
  expect(lots).toMatchObject([
    { source: 'gift', available: 50, expires_at: new Date('2027-02-21T05:00:00Z') },
  ])
  expect(await queuedJobs(pool, 'mail-gift-code')).toHaveLength(1)
})

test('both halves of a gift last as many months as the setting says when it is paid', async () => {
  const { buy, receive, takeEvents, db, clock, shopper } = await open()
  const admin = await make(db).admin()
  const buyGift = async () => {
    await buy(shopper, 'gift', { recipientEmail: 'friend@hemline.test' })
    await receive(await takeEvents())
  }
  const numbers = { high_value_cents: 50_000, high_value_rentals: 3 }
  await buyGift()
  await savePlatformNumbers(db, admin, { ...numbers, gift_months: 60 }, clock.now())
  await buyGift()
  await buy(shopper, 'one_time')
  await receive(await takeEvents())
  const [soon, late] = [new Date('2027-02-21T05:00:00Z'), new Date('2031-11-21T05:00:00Z')]
  const codes = await db.selectFrom('gift_codes').select('expires_at').orderBy('id').execute()
  expect(codes.map((code) => code.expires_at)).toEqual([soon, late])
  const lots = await readRows(db, 'credit_lots', ['source', 'expires_at'], {}, 'id')
  expect(lots).toEqual([
    { source: 'gift', expires_at: soon },
    { source: 'gift', expires_at: late },
    { source: 'one_time', expires_at: soon },
  ])
  expect((await sql`select * from invariant_violations`.execute(db)).rows).toEqual([])
})

test('an unpaid session grants nothing, and a paid one reported twice at once grants once', async () => {
  const { pay, db, clock, shopper, stripe } = await open()
  const places = {
    origin: 'http://shop.test',
    successPath: '/credits-success?session_id={CHECKOUT_SESSION_ID}',
    returnTo: '/credits',
  }
  for (const product of ['one_time', 'subscription_annual']) {
    const opened = await buyCredits(db, shopper, stripe, { product }, places, clock.now())
    if (!opened.ok) throw new Error(opened.problem.reason)
    const { sessionId } = opened.value
    const before = await creditsBalance(db, shopper.id, clock.now())
    expect(await fulfil(db, stripe, sessionId)).toMatchObject({ problem: { reason: 'not-paid' } })
    await pay(sessionId)
    const both = await Promise.all([1, 2].map(() => fulfil(db, stripe, sessionId)))
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    const gained = (await creditsBalance(db, shopper.id, clock.now())) - before
    expect({ [product]: gained }).toEqual({ [product]: product === 'one_time' ? 50 : 30 })
  }
  const lines = await readRows(
    db,
    'audit_log',
    'after',
    { action: 'buy', actor_id: shopper.id },
    'id',
  )
  expect(lines).toMatchObject([
    { after: { product: 'one_time' } },
    { after: { product: 'subscription_annual' } },
  ])
  expect(await fulfil(db, stripe, 'cs_invented')).toMatchObject({
    problem: { reason: 'unknown-session' },
  })
})

test('the order of a subscription stores its payment, like any other order', async () => {
  const { subscribe, db, shopper } = await open()
  await subscribe(shopper, 'subscription_monthly')
  const [order] = await db.selectFrom('checkout_orders').selectAll().execute()
  const [coverage] = await db.selectFrom('subscription_coverage').selectAll().execute()
  const [lot] = await db.selectFrom('credit_lots').selectAll().execute()
  expect(order?.payment_intent).toMatch(/^pi_/)
  expect([coverage?.payment_intent, lot?.payment_intent]).toEqual([
    order?.payment_intent,
    order?.payment_intent,
  ])
})
