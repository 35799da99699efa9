import { expect, test } from 'vitest'
import type { TransferStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { asPaidOwner, type PaidOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { encodeCursor, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { allOf } from '#test/all-of.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { earningsOfYear, earningsPage, payoutSummary } from './payout-queries.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2027-03-14T12:00:00Z')
const place = { now, timeZone: 'America/New_York' }

async function paidOwner(): Promise<PaidOwner> {
  return asPaidOwner(await made.closet(), { isOwed: true }) ?? expect.unreachable()
}

/** A transfer with the earning that it sends. */
async function transfer(owner: PaidOwner, cents: number, status: TransferStatus, at: string) {
  const id = newId()
  const finished = status === 'pending' ? null : new Date(at)
  const account = await db
    .selectFrom('payout_accounts')
    .select('stripe_account_id')
    .where('owner_id', '=', owner.id)
    .executeTakeFirst()
  const sent_to = account?.stripe_account_id ?? (await made.payoutAccount(owner))
  await insertRows(db, 'transfers', {
    ...{ id, owner_id: owner.id, amount_cents: cents, requested_at: new Date(at), sent_to },
    ...{ status, finished_at: finished, failure: status === 'failed' ? 'It failed.' : null },
    stripe_transfer_id: status === 'made' ? `tr_${id}` : null,
  })
  if (status === 'failed') return
  await made.correction(owner, { cents, at: new Date(at) })
  await updateRows(db, 'earnings', { owner_id: owner.id, transfer_id: null }, { transfer_id: id })
}

test('earnings payable by now are ready, and those payable later are pending', async () => {
  const owner = await paidOwner()
  await made.correction(owner, { cents: 100, at: now })
  await made.correction(owner, { cents: 20, at: now, payableAt: new Date(now.getTime() + 1) })
  await made.correction(owner, { cents: -3, at: now })
  await made.correction(await paidOwner(), { cents: 5000, at: now })
  expect(await payoutSummary(db, owner, place)).toMatchObject({
    ...{ state: null, readyCents: 97, pendingCents: 20, underWayCents: 0 },
    ...{ year: 2027, paidThisYearCents: 0, lastFailed: false },
  })
})

test("the paid total of this year starts at its first midnight in the shop's time zone", async () => {
  const owner = await paidOwner()
  await transfer(owner, 2500, 'made', '2027-01-01T04:59:59.999Z')
  await transfer(owner, 3000, 'made', '2027-01-01T05:00:00Z')
  await transfer(owner, 4000, 'made', '2027-02-05T17:00:00Z')
  await transfer(owner, 9000, 'failed', '2027-03-05T17:00:00Z')
  expect(await payoutSummary(db, owner, place)).toMatchObject({
    ...{ state: 'ready', paidThisYearCents: 7000, underWayCents: 0, lastFailed: true },
    ...{ readyCents: 0, pendingCents: 0 },
  })
  await transfer(owner, 5000, 'pending', '2027-03-06T17:00:00Z')
  expect(await payoutSummary(db, owner, place)).toMatchObject({
    ...{ paidThisYearCents: 7000, underWayCents: 5000, readyCents: 0, lastFailed: false },
  })
  const newYear = { now: new Date('2027-01-01T04:59:59Z'), timeZone: place.timeZone }
  expect(await payoutSummary(db, owner, newYear)).toMatchObject({ year: 2026 })
})

test('the summary covers one closet, and uses the last of its transfers at one instant', async () => {
  const [owner, other] = [await paidOwner(), await paidOwner()]
  await transfer(other, 2500, 'made', '2027-02-05T17:00:00Z')
  await transfer(other, 2600, 'failed', '2027-03-05T17:00:00Z')
  await transfer(other, 2700, 'pending', '2027-03-05T17:00:00Z')
  expect(await payoutSummary(db, owner, place)).toMatchObject({
    ...{ state: null, paidThisYearCents: 0, underWayCents: 0, lastFailed: false },
  })
  expect(await payoutSummary(db, other, place)).toMatchObject({
    ...{ state: 'ready', paidThisYearCents: 2500, underWayCents: 2700, lastFailed: false },
  })
})

async function earnings(ownerId: PersonId, count: number, at: Date) {
  const made_by = (await made.admin()).id
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), owner_id: ownerId, kind: 'correction' as const, amount_cents: index + 1 },
    ...{ source_key: `correction:${newId()}`, earned_at: at, payable_at: at, note: 'x', made_by },
  }))
  await db.insertInto('earnings').values(rows).execute()
  return rows.map(({ id }) => id).toReversed()
}

test('pages list earnings of the same instant once each, in a stable order', async () => {
  const owner = await paidOwner()
  const ids = await earnings(owner.id, PAGE_SIZE + 1, now)
  await earnings((await paidOwner()).id, 1, now)
  const first = await earningsPage(db, owner, { filter: 'all', after: null })
  const second = await earningsPage(db, owner, { filter: 'all', after: first.next })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
  expect(first.rows).toHaveLength(PAGE_SIZE)
  expect(second.next).toBeNull()
  expect(first.rows[0]).toMatchObject({
    ...{ cents: PAGE_SIZE + 1, note: 'x', title: null, credits: null, isForReturn: false },
  })
})

test('a short page of earnings of the same instant has the same order', async () => {
  const { db, pool, made } = await testDatabase()
  const owner = asPaidOwner(await made.closet(), { isOwed: true }) ?? expect.unreachable()
  for (const cents of [1, 2, 3]) await made.correction(owner, { cents, at: now })
  // Makes PostgreSQL sort the rows instead of reading an index in order.
  await pool.query('analyze earnings')
  const { rows } = await earningsPage(db, owner, { filter: 'all', after: null })
  expect(rows.map(({ cents }) => cents)).toEqual([3, 2, 1])
})

test('unpaid earnings are those without a transfer', async () => {
  const owner = await paidOwner()
  await transfer(owner, 3000, 'made', '2027-02-05T17:00:00Z')
  await made.correction(owner, { cents: 4, at: now })
  const centsOf = async (filter: 'all' | 'unpaid') =>
    (await earningsPage(db, owner, { filter, after: null })).rows.map(({ cents }) => cents)
  expect(await centsOf('all')).toEqual([4, 3000])
  expect(await centsOf('unpaid')).toEqual([4])
  const after = encodeCursor([new Date('2020-01-01').toISOString(), newId()])
  expect((await earningsPage(db, owner, { filter: 'all', after })).rows).toEqual([])
})

test("a year of earnings ends at its last midnight in the shop's time zone", async () => {
  const owner = await paidOwner()
  for (const [cents, at] of [
    [1, '2027-01-01T04:59:59.999Z'],
    [2, '2027-01-01T05:00:00Z'],
    [3, '2028-01-01T04:59:59.999Z'],
    [4, '2028-01-01T05:00:00Z'],
  ] as const)
    await made.correction(owner, { cents, at: new Date(at) })
  await made.correction(await paidOwner(), { cents: 9, at: now })
  const year = { year: 2027, by: 'earned', timeZone: place.timeZone } as const
  const rows = (await allOf(earningsOfYear(db, owner, year))).flat()
  expect(rows.map(({ cents }) => cents)).toEqual([3, 2])
})

test('thousands of earnings of a year are read in batches, each earning once', async () => {
  const owner = await paidOwner()
  // Every three earnings have the same instant, to the microsecond.
  await pool.query(
    `insert into earnings (id, owner_id, kind, amount_cents, earned_at, payable_at, source_key,
        made_by, note)
      select gen_random_uuid(), $1, 'correction', n,
        $2::timestamptz + n / 3 * interval '1 microsecond', $2, 'many:' || n, $3, 'Many'
      from generate_series(1, 2500) n`,
    [owner.id, new Date('2027-06-01'), (await made.admin()).id],
  )
  const year = { year: 2027, by: 'earned', timeZone: place.timeZone } as const
  const batches = await allOf(earningsOfYear(db, owner, year))
  expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500])
  const cents = batches.flat().map((row) => row.cents)
  expect(new Set(cents).size).toBe(2500)
  const thirds = cents.map((each) => Math.trunc(each / 3))
  expect(thirds).toEqual(thirds.toSorted((a, b) => b - a))
})

test('an earning from a rental includes its credits and its item', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, title: 'Silk cape', creditsPerDay: 2 })
  const rental = await made.rental({ item, status: 'completed', days: 8 })
  await made.earningOf(rental.id, now)
  const cheap = await made.rental({ item, status: 'completed', days: 8 })
  await made.earningOf(cheap.id, new Date(now.getTime() - 1), 1)
  const owner = asPaidOwner(closet, { isOwed: true }) ?? expect.unreachable()
  const { rows } = await earningsPage(db, owner, { filter: 'all', after: null })
  expect(rows).toMatchObject([
    { kind: 'rental', title: 'Silk cape', credits: 28, centsPerCredit: 45, cents: 28 * 45 },
    { kind: 'rental', title: 'Silk cape', credits: 28, centsPerCredit: 1, cents: 28 },
  ])
})
