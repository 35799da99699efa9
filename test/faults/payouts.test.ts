import { expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { freeJobsOfSilentWorkers } from '#server/jobs/worker-heartbeat.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { earn } from '#test/worlds/payout-world.ts'
import { fillBalance } from './full-balance.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { openAccount } from './payout-account.ts'
import type { Story } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { db, database, clock, make } = world

// Always after the fifth of a month.
const today = clock.now()
clock.set(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 6, 17)))

await fillBalance(world)

interface Paid {
  readonly closet: ClosetOwner
  readonly account: string
}

/** Starts the monthly run as the schedule does, for this closet only. */
async function startRun({ closet }: Paid): Promise<void> {
  await db
    .updateTable('payout_accounts')
    .set({ state: 'restricted' })
    .where('owner_id', '<>', closet.id)
    .execute()
  await updateRows(db, 'payout_accounts', { owner_id: closet.id }, { state: 'ready' })
  await db.deleteFrom('payout_runs').execute()
  await database.pool.query(`select graphile_worker.add_job('pay-closets')`)
}

/** Makes the jobs of killed apps available, which normally takes a minute. */
async function releaseJobsOfKilledApps(): Promise<void> {
  await database.pool.query(`update graphile_worker._private_jobs
    set locked_at = locked_at - interval '2 minutes'
    where locked_by not in (select id from job_workers)`)
  await freeJobsOfSilentWorkers(database.pool)
}

async function stateOf({ closet, account }: Paid) {
  const ours = await readRows(db, 'transfers', ['status', 'amount_cents'], { owner_id: closet.id })
  const { rows: atStripe } = await database.pool.query<{ cents: number }>(
    `select (body->>'amount')::int as cents from stripe_sandbox.objects
      where object = 'transfer' and body->>'destination' = $1`,
    [account],
  )
  const unpaid = await readRows(db, 'earnings', 'amount_cents', {
    owner_id: closet.id,
    transfer_id: null,
  })
  const mails = await readRows(db, 'mail_outbox', 'id', {
    recipient_id: closet.id,
    template: 'payout-sent',
  })
  return {
    ours: ours.map(({ status, amount_cents }) => [status, amount_cents]),
    atStripe: atStripe.map(({ cents }) => cents),
    unpaid: unpaid.length,
    mails: mails.length,
  }
}

const story: Story<Paid> = {
  name: 'payout run',
  setUp: async () => {
    const closet = await make.closet()
    const account = await openAccount(world, closet)
    await earn({ db, clock, made: make }, closet.id, 2000)
    await earn({ db, clock, made: make }, closet.id, 1000)
    const scene = { closet, account }
    await startRun(scene)
    return scene
  },
  act: async (_, app) => {
    await app.work()
  },
  check: async (scene) => {
    const { ours, atStripe, unpaid, mails } = await stateOf(scene)
    expect(ours.length).toBeLessThanOrEqual(1)
    // What has arrived matches our records, and its earnings are no longer owed.
    expect([[], [3000]]).toContainEqual(atStripe)
    if (atStripe.length > 0) expect(ours.map(([, cents]) => cents)).toEqual([3000])
    expect(unpaid).toBe(ours.length > 0 ? 0 : 2)
    expect(mails).toBeLessThanOrEqual(1)
  },
  resume: async (scene, app) => {
    await releaseJobsOfKilledApps()
    await startRun(scene)
    await app.work()
    // The app's own worker may have taken the job, and the run must end before the next one starts.
    await world.queue.idle()
  },
  end: async (scene) => {
    expect(await stateOf(scene)).toEqual({
      ours: [['made', 3000]],
      atStripe: [3000],
      unpaid: 0,
      mails: 1,
    })
  },
}

test('an app killed at any message of a payout run sends each closet its earnings once', async () => {
  await killAtEachMessage(world, story)
})
