import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { buyCredits } from './checkout.ts'
import { reconcile } from './reconcile.ts'

const DAY_MS = 86_400_000

test('a payment page that Stripe does not know lapses after two days', async () => {
  const clock = testClock()
  const database = await testDatabase()
  const { db } = database
  const { stripe } = await testPayments(database, clock)
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
    await db
      .updateTable('checkout_orders')
      .set({
        stripe_session_id: session,
        created_at: new Date(clock.now().getTime() - daysAgo * DAY_MS),
      })
      .where('user_id', '=', shopper.id)
      .execute()
  }
  for (const days of [1, 2, 3]) await begin(days)
  // One that was never recorded, and one of the same age that may still be.
  for (const days of [2.5, 1.5, 2]) await begin(days, null)
  await reconcile(db, stripe, clock.now())
  const orders = await db
    .selectFrom('checkout_orders')
    .select(['status', 'asked_at'])
    .orderBy('created_at')
    .execute()
  const orderOf = (status: 'open' | 'expired', asked_at: Date | null) => ({ status, asked_at })
  expect(orders.filter(({ asked_at }) => asked_at)).toEqual([
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

test('open payment pages are checked in batches, several people in parallel, one page of each at a time', async () => {
  const clock = testClock()
  const database = await testDatabase()
  const { db } = database
  const { stripe } = await testPayments(database, clock)
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
      .where('asked_at', 'is', null)
      .executeTakeFirstOrThrow()
  expect(await unasked()).toEqual({ count: 100 })
  // Sessions not checked this time come first the next time.
  clock.advance({ seconds: 600 })
  expect(await reconcile(db, watched, clock.now())).toMatchObject({ orders: 500 })
  expect(await unasked()).toEqual({ count: 0 })
})
