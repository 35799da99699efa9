import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { buyCredits } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { asId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { open } from '#test/worlds/subscription-world.ts'
import { downgrade, keepPlan, quoteUpgrade, upgrade } from './change-plan.ts'
import { grantDueMonths } from './grants.ts'
import { applySubscription, readSubscription, syncSubscription } from './subscriptions.ts'

const places = {
  origin: 'http://shop.test',
  successPath: '/credits-success?session_id={CHECKOUT_SESSION_ID}',
  returnTo: '/credits',
}

test('a second subscription, paid in another tab, is canceled and refunded without granting credits', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  const openTab = () =>
    buyCredits(db, shopper, stripe, { product: 'subscription_monthly' }, places, clock.now())
  const [one, other] = [await openTab(), await openTab()]
  if (!one.ok || !other.ok) throw new Error('both tabs open')
  await world.pay(one.value.sessionId)
  await world.pay(other.value.sessionId)

  const events = await world.takeEvents()
  await world.receive([...events].reverse())
  const first = await fulfil(db, stripe, one.value.sessionId)
  const second = await fulfil(db, stripe, other.value.sessionId)

  expect([first, second].map((done) => done.ok && done.value.status).sort()).toEqual([
    'fulfilled',
    'refunded',
  ])
  expect(await world.balance()).toBe(30)
  const refused = await db
    .selectFrom('credit_subscriptions')
    .selectAll()
    .where('refused_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const jobs = await sql<{ task: string; payload: Record<string, string> }>`
    select t.identifier as task, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('end-subscription', 'make-refund')`.execute(db)
  expect(jobs.rows.map(({ task }) => task).sort()).toEqual(['end-subscription', 'make-refund'])
  for (const { task, payload } of jobs.rows) {
    if (task === 'make-refund')
      await makeRefund(db, stripe, asId(payload.refundId ?? ''), clock.now())
    else await stripe.subscriptions.end(payload.stripeSubscriptionId ?? '')
  }
  await world.catchUp()
  expect((await world.call('GET', `subscriptions/${refused.stripe_subscription_id}`)).status).toBe(
    'canceled',
  )
  expect(await db.selectFrom('refunds').select(['amount_cents', 'status']).execute()).toEqual([
    { amount_cents: 2000, status: 'succeeded' },
  ])
  // Weeks later it is still refused.
  clock.advance({ days: 40 })
  await world.catchUp()
  await grantDueMonths(db, clock.now())
  expect(await world.balance()).toBe(60)
})

test('a subscriber cannot buy another subscription until theirs has ended, even when past due', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  const tryAgain = async () => {
    const opened = await buyCredits(
      db,
      shopper,
      stripe,
      { product: 'subscription_annual' },
      places,
      clock.now(),
    )
    return opened.ok ? 'opened' : opened.problem.reason
  }
  await world.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
  expect(await tryAgain()).toBe('already-subscribed')
  clock.advance({ days: 29 })
  expect(await tryAgain()).toBe('already-subscribed')
  expect((await world.held())?.state).toBe('past-due')
  // No event reported that it ended; reading it from Stripe finds out.
  await world.call('DELETE', `subscriptions/${await world.stripeId()}`)
  expect(await tryAgain()).toBe('opened')
})

test('an older read of a subscription that arrives after a newer one changes nothing', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.subscribe(shopper, 'subscription_annual')
  const early = await readSubscription(db, stripe, await world.stripeId())
  expect(await downgrade(db, shopper, stripe, clock.now())).toEqual({ ok: true, value: 'now' })
  if (!early) throw new Error('Stripe knows it')
  // Stripe is asked for an invoice's payment until it is known; then the stored one is used.
  const { payment_intent } = await readRow(db, 'subscription_coverage', 'payment_intent', {})
  expect(early.state.paid.map(({ paymentIntent }) => paymentIntent)).toEqual([payment_intent])
  await db.updateTable('subscription_coverage').set({ payment_intent: null }).execute()
  const readAgain = await readSubscription(db, stripe, await world.stripeId())
  expect(readAgain?.state.paid.map(({ paymentIntent }) => paymentIntent)).toEqual([payment_intent])
  await db.updateTable('subscription_coverage').set({ payment_intent }).execute()
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    await applySubscription(tx, shopper.id, early, clock.now())
  })
  expect((await world.held())?.pending).toEqual({
    plan: 'subscription_monthly',
    from: new Date('2028-01-31T12:00:00Z'),
  })
})

test('two clicks on an upgrade bill it once', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.subscribe(shopper, 'subscription_monthly')
  clock.advance({ days: 14 })
  expect(await quoteUpgrade(db, shopper, stripe, clock.now())).toEqual({
    ok: true,
    value: { dueCents: 19_000 },
  })
  expect(await upgrade(db, shopper, stripe, 18_000, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'price-changed', dueCents: 19_000 },
  })
  const clicks = await Promise.all([
    upgrade(db, shopper, stripe, 19_000, clock.now()),
    upgrade(db, shopper, stripe, 19_000, clock.now()),
  ])
  expect(clicks.some(({ ok }) => ok)).toBe(true)
  const coverage = await readRows(db, 'subscription_coverage', 'paid_cents', {}, 'starts_at')
  expect(coverage).toEqual([{ paid_cents: 2000 }, { paid_cents: 19_000 }])
  expect(await world.held()).toMatchObject({ plan: 'subscription_annual', state: 'active' })
})

test('an upgrade declined by the card changes nothing, and another try is a new request', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
  const ask = () => upgrade(db, shopper, stripe, 18_000, clock.now())
  expect(await ask()).toMatchObject({ problem: { reason: 'payments-refused' } })
  expect(await ask()).toMatchObject({ problem: { reason: 'payments-refused' } })
  expect(await world.held()).toMatchObject({ plan: 'subscription_monthly', state: 'active' })
  expect(await db.selectFrom('credit_subscriptions').select('plan_changes').execute()).toEqual([
    { plan_changes: 2 },
  ])
})

test('a downgrade takes effect at the end of the year and can be canceled repeatedly', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.subscribe(shopper, 'subscription_annual')
  for (let round = 0; round < 2; round++) {
    expect(await keepPlan(db, shopper, stripe, clock.now())).toMatchObject({
      problem: { reason: 'already-on-plan' },
    })
    expect((await downgrade(db, shopper, stripe, clock.now())).ok).toBe(true)
    expect(await downgrade(db, shopper, stripe, clock.now())).toMatchObject({
      problem: { reason: 'already-on-plan' },
    })
    expect(await world.held()).toMatchObject({
      plan: 'subscription_annual',
      pending: { plan: 'subscription_monthly' },
    })
    expect((await keepPlan(db, shopper, stripe, clock.now())).ok).toBe(true)
    expect((await world.held())?.pending).toBeNull()
  }
  clock.set('2028-02-01T00:00:00Z')
  await world.catchUp()
  expect(await world.held()).toMatchObject({ plan: 'subscription_annual' })
})

test('a subscription of an unknown customer is ignored', async () => {
  const world = await open()
  const { clock, db, shopper, stripe } = world
  await world.buy(await make(db).shopper(), 'subscription_monthly')
  const { data: others } = await world.call('GET', 'subscriptions')
  await world.buy(shopper, 'subscription_monthly')
  const { data } = await world.call('GET', 'subscriptions')
  await db.deleteFrom('stripe_customers').where('user_id', '=', shopper.id).execute()
  const unknown = data.find(({ id }) => id !== others[0]?.id)
  expect(await syncSubscription(db, stripe, unknown?.id ?? '', clock.now())).toBeNull()
  expect(await syncSubscription(db, stripe, 'sub_nobody', clock.now())).toBeNull()
  expect(await db.selectFrom('credit_subscriptions').select('id').execute()).toEqual([])
})
