import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { subscriptionsToRefresh, syncSubscription } from '#domain/money/plans/subscriptions.ts'
import { readRows } from '#test/postgres/rows.ts'
import { open, payPageFor } from '#test/worlds/leaving-shop.ts'
import { refundRenewal } from './refund-renewal.ts'

async function setUp() {
  const world = await open()
  const { db, stripe, clock } = world
  const shopper = await world.signedUp()
  const waiting = async <Task extends keyof Jobs>(task: Task) => {
    const { rows } = await sql<{ payload: Jobs[Task] }>`select j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${task} order by j.id`.execute(db)
    return rows.map(({ payload }) => payload)
  }
  return {
    ...world,
    shopper,
    waiting,
    runJobs: async () => {
      for (const { coverageId } of await waiting('refund-renewal'))
        await refundRenewal(db, stripe, coverageId, clock.now())
      await world.catchUp()
    },
    lots: () => readRows(db, 'credit_lots', ['minted', 'revoked'], { user_id: shopper.id }),
    charges: async () => {
      const { data } = await world.call('GET', 'charges')
      return data.map(({ amount, amount_refunded: refunded }) => [amount, refunded]).toSorted()
    },
    refunds: () =>
      readRows(
        db,
        'disputes',
        ['kind', 'status', 'amount_cents', 'loss_cents', 'loss_credits'],
        {},
      ),
  }
}

const whole = { kind: 'refund', status: 'lost', amount_cents: 2000, loss_cents: 0, loss_credits: 0 }

test('a renewal that is charged after the account was deleted grants nothing and is refunded once', async () => {
  const world = await setUp()
  const { db, stripe, clock, shopper } = world
  await world.subscribe(shopper, 'subscription_monthly')
  await world.catchUp()
  expect(await world.leave(shopper)).toEqual({ ok: true, value: null })
  // The job that ends the plan has not run yet.
  clock.advance({ days: 32 })
  await world.catchUp()
  expect(await world.charges()).toEqual([
    [2000, 0],
    [2000, 0],
  ])
  const stripeId = (await world.waiting('end-subscription'))[0]?.stripeSubscriptionId ?? ''
  for (let time = 0; time < 2; time++) {
    await world.runJobs()
    await syncSubscription(db, stripe, stripeId, clock.now())
  }
  expect(await world.waiting('refund-renewal')).toHaveLength(1)
  expect(await world.charges()).toEqual([
    [2000, 0],
    [2000, 2000],
  ])
  expect(await world.refunds()).toEqual([whole])
  expect(await world.lots()).toEqual([{ minted: 30, revoked: 0 }])
  expect((await world.waiting('mail-receipt')).filter(({ of }) => of === 'invoice')).toEqual([])
  await stripe.subscriptions.end(stripeId)
  await world.catchUp()
  expect(await subscriptionsToRefresh(db, clock.now())).toEqual([])
})

test('a plan that was paid after the account was closed and ended before we knew of it is refunded', async () => {
  const world = await setUp()
  await world.pay(await payPageFor(world, world.shopper, 'subscription_monthly'))
  expect(await world.leave(world.shopper)).toMatchObject({ ok: true })
  const { data } = await world.call('GET', 'subscriptions')
  await world.call('DELETE', `subscriptions/${data[0]?.id}`)
  await world.catchUp()
  await world.runJobs()
  expect(await world.charges()).toEqual([[2000, 2000]])
  expect(await world.lots()).toEqual([])
})
