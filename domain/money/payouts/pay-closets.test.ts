import { expect, test } from 'vitest'
import { connectWarning } from '#domain/money/payouts/transfers/connect-warning.ts'
import { makeTransfer } from '#domain/money/payouts/transfers/make-transfer.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import {
  earn,
  fillBalance,
  openAccount,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  transferByHand,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { nextRunOn, payClosets } from './pay-closets.ts'

const timeZone = 'America/New_York'

function today({ clock }: PayoutWorld) {
  return calendarDateIn(timeZone, clock.now())
}

/** Runs the job until it has nothing left to do. Returns the number of visited accounts. */
async function run(world: PayoutWorld): Promise<number> {
  const { db, payments, clock } = world
  const at = () => ({ now: clock.now(), today: today(world) })
  let all = 0
  for (let visited = 1; visited > 0; all += visited)
    visited = await payClosets(db, payments.stripe, at())
  return all
}

const summary = async (world: PayoutWorld, ownerId: Parameters<typeof transfersOf>[1]) =>
  (await transfersOf(world, ownerId)).map(({ amount_cents, status }) => [amount_cents, status])

test('from the fifth on, each ready account gets one transfer of what is payable', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  clock.set('2026-12-05T04:59:00Z')
  const rich = await owedCloset(world, 2000)
  await earn(world, rich.id, 1000)
  const poor = await owedCloset(world, 2499)
  const deducted = await owedCloset(world, 3000)
  await earn(world, deducted.id, -501)
  const restricted = await owedCloset(world, 5000, { state: 'restricted' })
  const later = await owedCloset(world, 0)
  await earn(world, later.id, 4000, new Date('2026-12-06T00:00:00Z'))

  // It is still the fourth in New York.
  expect(await run(world)).toBe(0)
  expect(await nextRunOn(db, today(world))).toBe('2026-12-05')
  clock.set('2026-12-05T05:00:00Z')
  expect(await run(world)).toBe(4)

  expect(await summary(world, rich.id)).toEqual([[3000, 'pending']])
  for (const closet of [poor, deducted, restricted, later])
    expect(await summary(world, closet.id)).toEqual([])
  const unpaid = await readRows(db, 'earnings', 'amount_cents', {
    owner_id: rich.id,
    transfer_id: null,
  })
  expect(unpaid).toEqual([])
  expect(await nextRunOn(db, today(world))).toBe('2027-01-05')
})

test('each month has one run, and later earnings wait for the next month', async () => {
  const world = await payoutWorld()
  const closet = await owedCloset(world, 3000)
  expect(await run(world)).toBe(1)
  await world.db
    .updateTable('transfers')
    .set({ status: 'made', stripe_transfer_id: 'tr_before', finished_at: world.clock.now() })
    .execute()
  await earn(world, closet.id, 2600)
  world.clock.advance({ hours: 1 })
  expect(await run(world)).toBe(0)
  expect(await summary(world, closet.id)).toHaveLength(1)
})

test('a closet with a pending transfer gets no second one, and a blocked closet is paid', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 3000)
  const blocked = await owedCloset(world, 2500)
  await updateRows(db, 'user_profiles', blocked.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  await run(world)
  expect(await summary(world, blocked.id)).toEqual([[2500, 'pending']])
  clock.set('2027-01-08T17:00:00Z')
  await earn(world, closet.id, 9000)
  await run(world)
  expect(await summary(world, closet.id)).toEqual([[3000, 'pending']])
})

test('an interrupted run continues with the accounts that it has not visited', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const closets = []
  for (let n = 0; n < 3; n += 1) closets.push(await owedCloset(world, 3000))
  const [first] = closets.map(({ id }) => id).sort()
  await insertRows(db, 'payout_runs', {
    month: '2026-12-01',
    started_at: clock.now(),
    paid_through: first ?? '',
  })
  expect(await payClosets(db, payments.stripe, { now: clock.now(), today: today(world) })).toBe(2)
  const paid = await db.selectFrom('transfers').select('owner_id').execute()
  expect(paid.map(({ owner_id }) => owner_id)).not.toContain(first)
})

test('two processes that run at the same time pay each closet once', async () => {
  const world = await payoutWorld()
  const closets = []
  for (let n = 0; n < 4; n += 1) closets.push(await owedCloset(world, 3000))
  await Promise.all([run(world), run(world), run(world)])
  for (const { id } of closets) expect(await summary(world, id)).toEqual([[3000, 'pending']])
})

test('an account opened during a run is paid in the next run', async () => {
  const world = await payoutWorld()
  expect(await run(world)).toBe(0)
  const closet = await world.made.closet()
  await earn(world, closet.id, 3000)
  await openAccount(world, closet.id)
  expect(await run(world)).toBe(0)
  expect(await summary(world, closet.id)).toEqual([])
})

test('without Connect nobody is paid, and pending transfers wait until it is set up', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const unconnected = { ...payments.stripe, hasConnect: false }
  const at = { now: clock.now(), today: today(world) }
  expect(await connectWarning(db, unconnected)).toBeNull()
  const closet = await owedCloset(world, 3000)
  expect(await connectWarning(db, unconnected)).toContain('STRIPE_CONNECT_WEBHOOK_SECRET')
  expect(await connectWarning(db, payments.stripe)).toBeNull()
  expect(await payClosets(db, unconnected, at)).toBe(0)
  expect(await summary(world, closet.id)).toEqual([])

  expect(await run(world)).toBe(1)
  await fillBalance(world)
  const [transfer] = await transfersOf(world, closet.id)
  if (!transfer) throw new Error('no transfer')
  await makeTransfer(db, unconnected, transfer.id, clock.now())
  expect(await summary(world, closet.id)).toEqual([[3000, 'pending']])
  await makeTransfer(db, payments.stripe, transfer.id, clock.now())
  expect(await summary(world, closet.id)).toEqual([[3000, 'made']])
})

test('earnings payable later are not in a transfer', async () => {
  const world = await payoutWorld()
  const { clock } = world
  const closet = await owedCloset(world, 3000)
  await earn(world, closet.id, 4000, new Date(clock.now().getTime() + 1000))
  await run(world)
  expect(await summary(world, closet.id)).toEqual([[3000, 'pending']])
})

test('a run compares the transfer lists before it begins', async () => {
  const world = await payoutWorld()
  const { clock } = world
  const closet = await owedCloset(world, 3000)
  await fillBalance(world)
  await transferByHand(world, closet)
  clock.advance({ hours: 1 })
  expect(await run(world)).toBe(0)
  expect(await summary(world, closet.id)).toEqual([])
})

test('the audit log records the transfers that a run starts, none of them final', async () => {
  const world = await payoutWorld()
  const closet = await owedCloset(world, 2500)
  await owedCloset(world, 2499)
  await run(world)
  const transfers = await transfersOf(world, closet.id)
  expect(transfers).toMatchObject([{ amount_cents: 2500, final: false }])
  const lines = await readRows(
    world.db,
    'audit_log',
    ['action', 'noun', 'noun_id', 'after', 'actor_id'],
    {},
  )
  expect(lines).toEqual([
    {
      ...{ action: 'start transfer', noun: 'transfer', noun_id: transfers[0]?.id },
      ...{ after: { cents: 2500, owner: closet.id }, actor_id: null },
    },
  ])
})

test('other closets’ debts and later deductions do not count', async () => {
  const world = await payoutWorld()
  const closet = await owedCloset(world, 3000)
  await earn(world, closet.id, -1000, new Date(world.clock.now().getTime() + 1))
  await owedCloset(world, -1000)
  await run(world)
  expect(await summary(world, closet.id)).toEqual([[3000, 'pending']])
})
