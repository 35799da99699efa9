import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import {
  earn,
  fillBalance,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  transferByHand,
} from '#test/worlds/payout-world.ts'
import { nextRunOn, payClosets } from './pay-closets.ts'

/** Three closets that are owed $30, by their ids; the account of the last one is the oldest. */
async function threeClosets(world: PayoutWorld) {
  const { made, clock } = world
  const closets = [await made.closet(), await made.closet(), await made.closet()]
  for (const closet of closets.toReversed()) {
    await made.payoutAccount(closet, { at: clock.now() })
    await earn(world, closet.id, 3000)
  }
  return closets.map(({ id }) => id)
}

const todayIn = ({ clock }: PayoutWorld) => calendarDateIn('America/New_York', clock.now())

/** Visits at most this many accounts. */
const visit = (world: PayoutWorld, max: number) =>
  payClosets(
    world.db,
    world.payments.stripe,
    { now: world.clock.now(), today: todayIn(world) },
    max,
  )

const runs = ({ db }: PayoutWorld) =>
  readRows(db, 'payout_runs', ['month', 'started_at', 'paid_through', 'finished_at'], {}, 'month')

async function paid({ db }: PayoutWorld) {
  const rows = await db.selectFrom('transfers').select('owner_id').orderBy('owner_id').execute()
  return rows.map(({ owner_id }) => owner_id)
}

test('a run visits accounts in batches, and is finished after the last one', async () => {
  const world = await payoutWorld()
  const { clock } = world
  const ids = await threeClosets(world)
  const started = { month: '2026-12-01', started_at: clock.now() }
  expect(await visit(world, 2)).toBe(2)
  expect(await paid(world)).toEqual(ids.slice(0, 2))
  expect(await runs(world)).toEqual([{ ...started, paid_through: ids[1], finished_at: null }])
  clock.advance({ hours: 1 })
  expect(await visit(world, 2)).toBe(1)
  expect(await paid(world)).toEqual(ids)
  expect(await visit(world, 2)).toBe(0)
  expect(await runs(world)).toEqual([
    { ...started, paid_through: ids[2], finished_at: clock.now() },
  ])
})

test('each month has its own run, and changes no other', async () => {
  const world = await payoutWorld()
  const { db, clock, made } = world
  const runThisMonth = async () => {
    const visited = [await visit(world, 5), await visit(world, 5)]
    return [...visited, await nextRunOn(db, todayIn(world))]
  }
  const closet = await made.closet()
  await made.payoutAccount(closet)
  const december = clock.now()
  expect(await runThisMonth()).toEqual([1, 0, '2027-01-05'])
  clock.set('2027-01-06T17:00:00Z')
  const january = clock.now()
  await earn(world, closet.id, 2500)
  expect(await nextRunOn(db, todayIn(world))).toBe('2027-01-06')
  expect(await runThisMonth()).toEqual([1, 0, '2027-02-05'])
  expect(await paid(world)).toEqual([closet.id])
  const ended = (at: Date) => ({ started_at: at, paid_through: closet.id, finished_at: at })
  expect(await runs(world)).toEqual([
    { month: '2026-12-01', ...ended(december) },
    { month: '2027-01-01', ...ended(january) },
  ])
})

test('the transfer lists are compared when a run begins, not with each batch', async () => {
  const world = await payoutWorld()
  const other = await owedCloset(world, 3000)
  await fillBalance(world)
  await threeClosets(world)
  expect(await visit(world, 1)).toBe(1)
  await transferByHand(world, other)
  world.clock.advance({ hours: 1 })
  expect(await visit(world, 1)).toBe(1)
})

test('of two concurrent processes, the one further ahead sets the progress of the run', async () => {
  const world = await payoutWorld()
  const ids = await threeClosets(world)
  await visit(world, 1)
  await inTurn(
    world.database,
    ['select from payout_runs for update'],
    [() => visit(world, 2), () => visit(world, 1)],
  )
  expect(await runs(world)).toMatchObject([{ paid_through: ids[2], finished_at: null }])
})

test('a closet whose account is restricted at the same moment is not paid', async () => {
  const world = await payoutWorld()
  const { db, database } = world
  const [first = expect.unreachable(), ...others] = await threeClosets(world)
  const restrict = () =>
    updateRows(
      db,
      'payout_accounts',
      { owner_id: first },
      { state: 'restricted', payouts_enabled: false },
    )
  const lock = 'select from payout_accounts where owner_id = $1 for update'
  await inTurn(database, [lock, first], [restrict, () => visit(world, 3)])
  expect(await paid(world)).toEqual(others)
})
