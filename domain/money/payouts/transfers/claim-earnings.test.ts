import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { owedTo } from '#domain/money/payouts/earned/owed.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import {
  earn,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { claimEarnings, lockPayoutAccount } from './claim-earnings.ts'
import { recordTransfer } from './record-transfer.ts'

function claimFor({ db, clock }: PayoutWorld, closet: ClosetOwner, max?: number) {
  return inTransaction(db, async (tx) => {
    const account = await lockPayoutAccount(tx, closet.id)
    if (!account) throw new Error('there is no account')
    const payable = { account, payableBy: clock.now(), final: false }
    return await claimEarnings(tx, payable, clock.now(), max)
  })
}

test('a transfer takes earnings that are in no transfer and payable by then, and queues its job', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 3000)
  const claim = () => claimFor(world, closet)
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

type Claimed = NonNullable<Awaited<ReturnType<typeof claimEarnings>>>

/** Stripe's answer once the transfer was made. */
const atStripe = ({ transferId, cents: amountCents }: Claimed, createdAt: Date) => {
  const known = { id: 'tr_1', account: 'acct_1', reversedCents: 0 }
  return { ...known, transferId, amountCents, createdAt }
}

/** The amounts of the earnings that each transfer pays; the last ones are in no transfer. */
async function paidBy({ db }: PayoutWorld, closet: ClosetOwner) {
  const { rows } = await sql<{ cents: number[] }>`
    select array_agg(e.amount_cents order by e.payable_at, e.amount_cents) as cents
    from earnings e left join transfers t on t.id = e.transfer_id
    where e.owner_id = ${closet.id} group by t.id, t.requested_at order by t.requested_at`.execute(
    db,
  )
  return rows.map(({ cents }) => cents)
}

test('a transfer pays a limited number of the oldest earnings; the next one, once made, pays the rest', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 0)
  const day = (n: number) => new Date(clock.now().getTime() - n * 86_400_000)
  for (const n of [1, 4, 2, 3]) await earn(world, closet.id, 3000 + n, day(n))
  await earn(world, closet.id, -100, day(0))
  const claimed = await claimFor(world, closet, 3)
  expect(claimed).toMatchObject({ cents: 3004 + 3003 - 100 })
  expect(await owedTo(db, closet.id)).toEqual({ cents: 3002 + 3001, isUnderWay: true })
  if (!claimed) throw new Error('nothing was claimed')
  clock.advance({ days: 1 })
  await earn(world, closet.id, 5000)
  const made = atStripe(claimed, clock.now())
  for (let time = 0; time < 2; time += 1)
    await recordTransfer(db, claimed.transferId, made, clock.now())
  expect(await paidBy(world, closet)).toEqual([[3004, 3003, -100], [3002, 3001], [5000]])
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { amount_cents: 5907, status: 'made' },
    { amount_cents: 6003, status: 'pending' },
  ])
})

test('no transfer sends more than is owed after deductions', async () => {
  const world = await payoutWorld()
  const closet = await owedCloset(world, 0)
  for (const cents of [2000, 2000, 2000, -1500, -1500]) await earn(world, closet.id, cents)
  // The first earnings do not cover what is deducted from them.
  expect(await claimFor(world, closet, 2)).toMatchObject({ cents: 3000 })
  const another = await owedCloset(world, 3000)
  await earn(world, another.id, -501)
  expect(await claimFor(world, another, 1)).toBeNull()
})

test('the rest waits for the next monthly run while the account is not ready', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 3000)
  await earn(world, closet.id, 4000)
  const claimed = await claimFor(world, closet, 1)
  if (!claimed) throw new Error('nothing was claimed')
  await db.updateTable('payout_accounts').set({ state: 'restricted' }).execute()
  const made = atStripe(claimed, clock.now())
  await recordTransfer(db, claimed.transferId, made, clock.now())
  expect(await transfersOf(world, closet.id)).toHaveLength(1)
  expect(await owedTo(db, closet.id)).toMatchObject({ isUnderWay: false })
})
