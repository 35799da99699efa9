import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { earn, owedCloset, payoutWorld, transfersOf } from '#test/payout-world.ts'
import { claimEarnings, lockPayoutAccount } from './claim-earnings.ts'

test('a transfer takes what no earlier one has, up to its instant, and queues its job', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 3000)
  const claim = () =>
    inTransaction(db, async (tx) => {
      const account = await lockPayoutAccount(tx, closet.id)
      if (!account) throw new Error('there is no account')
      return await claimEarnings(tx, { account, payableBy: clock.now(), final: false }, clock.now())
    })
  const first = await claim()
  expect(first).toMatchObject({ cents: 3000 })
  expect(await claim()).toBeNull()
  await db
    .updateTable('transfers')
    .set({ status: 'made', stripe_transfer_id: 'tr_before', finished_at: clock.now() })
    .execute()
  await earn(world, closet.id, 2499)
  await earn(world, closet.id, 4000, new Date(clock.now().getTime() + 1))
  expect(await claim()).toBeNull()
  await earn(world, closet.id, 1)
  const second = await claim()
  expect(second).toMatchObject({ cents: 2500 })
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { amount_cents: 3000, status: 'made' },
    { amount_cents: 2500, status: 'pending' },
  ])
  const { rows: jobs } = await sql`select t.identifier, j.payload, j.key
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.id`.execute(db)
  expect(jobs).toEqual(
    [first, second].map((claimed) => ({
      identifier: 'make-transfer',
      payload: { transferId: claimed?.transferId },
      key: `transfer:${claimed?.transferId}`,
    })),
  )
})
