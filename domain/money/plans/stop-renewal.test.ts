import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { blockPerson, unblockPerson } from '#domain/accounts/people/block.ts'
import { make } from '#test/make/make.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { open } from '#test/worlds/subscription-world.ts'
import { downgrade, resumePlan } from './change-plan.ts'
import { stopRenewal } from './stop-renewal.ts'
import { syncSubscription } from './subscriptions.ts'

const origin = 'https://hemline.test'

/** A subscriber, and an admin who blocks them or changes their account. */
async function setUp() {
  const world = await open()
  const { db, clock, stripe, shopper } = world
  const admin = await make(db).admin()
  const whom = { personId: shopper.id, origin }
  const waiting = async <Task extends keyof Jobs>(task: Task) => {
    const { rows } = await sql<{ payload: Jobs[Task] }>`select j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${task} order by j.id`.execute(db)
    return rows.map(({ payload }) => payload)
  }
  /** Runs each queued job once. */
  const runJobs = async () => {
    const jobs = await waiting('stop-renewal')
    await sql`select graphile_worker.complete_jobs(array_agg(j.id)) from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'stop-renewal'`.execute(db)
    for (const { personId } of jobs) await stopRenewal(db, stripe, personId, clock.now())
    await world.catchUp()
    return jobs.length
  }
  const mailOf = async (template: string) => {
    const mails = await readRows(db, 'mail_outbox', 'text_body', {
      template,
      recipient_id: shopper.id,
    })
    return mails.map(({ text_body }) => text_body)
  }
  return {
    ...world,
    runJobs,
    mailOf,
    block: () => blockPerson(db, admin, { ...whom, reason: 'Fraud' }, clock.now()),
    unblock: () => unblockPerson(db, admin, whom, clock.now()),
    makeAdmin: () =>
      changeAccountType(db, admin, { ...whom, from: 'regular', to: 'admin' }, clock.now()),
    planReceipts: async () =>
      (await waiting('mail-receipt')).flatMap((one) => (one.of === 'plan' ? [one.turn] : [])),
    charged: async () => {
      const { data } = await world.call('GET', 'invoices?status=paid&limit=100')
      return data.length
    },
  }
}

const STOPS = 'Your plan will not renew, and you will not be charged for it again.'

test('the plan of a blocked customer ends with the paid period and is not charged again', async () => {
  const world = await setUp()
  await world.subscribe(world.shopper, 'subscription_monthly')
  await world.catchUp()
  await world.block()
  expect(await world.mailOf('account-blocked')).toEqual([expect.stringContaining(STOPS)])
  expect(await world.runJobs()).toBe(1)
  expect(await world.held()).toMatchObject({
    ...{ state: 'active', renewsAt: null, cancelAt: new Date('2027-02-28T12:00:00Z') },
  })
  // The email about the block has already said so.
  expect(await world.planReceipts()).toEqual([])
  world.clock.advance({ days: 40 })
  await world.catchUp()
  expect(await world.held()).toBeNull()
  expect(await world.charged()).toBe(1)
})

test('a customer unblocked in time keeps the plan, and can be blocked again the same day', async () => {
  const world = await setUp()
  const { db, stripe, clock, shopper } = world
  await world.subscribe(shopper, 'subscription_monthly')
  await world.block()
  await world.unblock()
  expect(await world.runJobs()).toBe(1)
  expect(await world.held()).toMatchObject({ cancelAt: null })
  await world.block()
  await world.runJobs()
  await world.unblock()
  expect(await resumePlan(db, shopper, stripe, clock.now())).toMatchObject({ ok: true })
  await world.block()
  await world.runJobs()
  expect((await world.held())?.cancelAt).toEqual(new Date('2027-02-28T12:00:00Z'))
})

test('when a subscriber becomes an admin, the plan ends with the paid year, despite a pending downgrade', async () => {
  const world = await setUp()
  const { db, stripe, clock, shopper } = world
  await world.subscribe(shopper, 'subscription_annual')
  expect(await downgrade(db, shopper, stripe, clock.now())).toMatchObject({ ok: true })
  await world.makeAdmin()
  expect(await world.mailOf('account-changed')).toEqual([expect.stringContaining(STOPS)])
  expect(await world.runJobs()).toBe(1)
  expect(await world.held()).toMatchObject({
    ...{ plan: 'subscription_annual', pending: null, renewsAt: null },
    cancelAt: new Date('2028-01-31T12:00:00Z'),
  })
  clock.set('2028-03-01T12:00:00Z')
  await world.catchUp()
  expect(await world.charged()).toBe(1)
})

test('an unpaid renewal is not retried once its subscriber is blocked', async () => {
  const world = await setUp()
  const { db, stripe, clock, shopper } = world
  await world.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
  await world.block()
  // The job is late: the renewal is declined before it runs.
  clock.advance({ days: 29 })
  await syncSubscription(db, stripe, await world.stripeId(), clock.now())
  expect(await world.held()).toMatchObject({ state: 'past-due' })
  expect(await world.mailOf('renewal-failed')).toEqual([])
  await world.runJobs()
  expect((await world.call('GET', `subscriptions/${await world.stripeId()}`)).status).toBe(
    'canceled',
  )
})

test('a plan that still renews although its subscriber is blocked is stopped when it is read', async () => {
  const world = await setUp()
  const { db, stripe, clock, shopper } = world
  await world.subscribe(shopper, 'subscription_monthly')
  // Like a person blocked by an earlier release.
  await updateRows(db, 'user_profiles', shopper.id, {
    blocked_at: clock.now(),
    blocked_reason: 'Fraud',
  })
  await syncSubscription(db, stripe, await world.stripeId(), clock.now())
  expect(await world.runJobs()).toBe(1)
  expect((await world.held())?.cancelAt).toEqual(new Date('2027-02-28T12:00:00Z'))
  await syncSubscription(db, stripe, await world.stripeId(), clock.now())
  expect(await world.runJobs()).toBe(0)
})

test('the emails to a person without a plan do not mention plans', async () => {
  const world = await setUp()
  await world.block()
  await world.unblock()
  await world.makeAdmin()
  for (const template of ['account-blocked', 'account-changed'])
    expect(await world.mailOf(template)).toEqual([expect.not.stringContaining('plan')])
  expect(await world.runJobs()).toBe(1)
})
