import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { readClosetTotals } from '#test/totals.ts'
import { owedTo } from './owed.ts'

const EARNED = new Date('2027-02-20T23:59:59.999Z')
const PAYABLE = new Date('2027-03-01T00:00:00Z')

/** A closet with an account that is owed something. */
async function open(options?: { readonly violatesInvariants: true }) {
  const database = await testDatabase(options)
  const { db, made } = database
  const closet = await made.closet()
  await made.payoutAccount(closet)
  await made.correction(closet, { cents: 2500, at: EARNED, payableAt: PAYABLE })
  return { database, db, made, closet, totals: () => readClosetTotals(db, closet.id) }
}

const FIRST = {
  unpaid_earnings: 1,
  'payable_cents 2027-03-01': 2500,
  'earned_cents 2027-02-20': 2500,
  'corrected 2027-02-08': 2500,
}

test('what a closet is owed is totalled by day until it is sent, and what it earned by thirty days', async () => {
  const { db, made, closet, totals } = await open({ violatesInvariants: true })
  expect(await totals()).toEqual(FIRST)
  await made.correction(closet, { cents: -300, at: EARNED, payableAt: PAYABLE })
  const earned = { 'corrected 2027-02-08': 2200 }
  const both = { ...FIRST, ...earned, unpaid_earnings: 2, 'payable_cents 2027-03-01': 2200 }
  expect(await totals()).toEqual(both)
  await made.correction(await made.closet(), { cents: 4000, at: EARNED })
  expect(await totals()).toEqual(both)
  await sql`insert into transfers (id, owner_id, amount_cents, requested_at)
    values (gen_random_uuid(), ${closet.id}, 2500, now())`.execute(db)
  await sql`update earnings set transfer_id = (select id from transfers)
    where owner_id = ${closet.id} and amount_cents > 0`.execute(db)
  const unpaid = { unpaid_earnings: 1, 'payable_cents 2027-03-01': -300 }
  expect(await totals()).toEqual({ ...earned, ...unpaid })
  await sql`update earnings set transfer_id = null where owner_id = ${closet.id}`.execute(db)
  expect(await totals()).toEqual(both)
})

test('folding keeps the totals of closets, and leaves no payable total once a closet is paid', async () => {
  const { db, made, closet, totals } = await open()
  const unfolded = () => db.selectFrom('closet_total_changes').selectAll().execute()
  expect(await foldTotals(db, 2)).toBe(3)
  expect(await unfolded()).toHaveLength(2)
  expect(await totals()).toEqual(FIRST)
  await foldTotals(db)
  await made.correction(closet, { cents: -2500, at: EARNED, payableAt: PAYABLE })
  await foldTotals(db)
  expect(await unfolded()).toEqual([])
  expect(await owedTo(db, closet.id)).toBeNull()
  const rows = await db.selectFrom('closet_totals').select(['name', 'amount']).execute()
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: 'unpaid_earnings', amount: 2 },
      { name: 'earned_cents', amount: 2500 },
    ]),
  )
  expect(rows).toHaveLength(2)
})

test('concurrent earnings do not wait for each other, and rolled-back ones do not count', async () => {
  const { database, made, closet, totals, db } = await open()
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  await client.query('begin')
  await client.query(`insert into earnings select gen_random_uuid(), owner_id, kind, rental_id, 700,
    'another', earned_at, payable_at, null, note, made_by from earnings`)
  await made.correction(closet, { cents: 100, at: EARNED, payableAt: PAYABLE })
  await foldTotals(db)
  const more = { ...FIRST, unpaid_earnings: 2 }
  const sums = (cents: number) => ({
    'payable_cents 2027-03-01': cents,
    'earned_cents 2027-02-20': cents,
    'corrected 2027-02-08': cents,
  })
  expect(await totals()).toEqual({ ...more, ...sums(2600) })
  await client.query('rollback')
  await foldTotals(db)
  expect(await totals()).toEqual({ ...more, ...sums(2600) })
})

test('totals of closets are right while several processes fold and add earnings', async () => {
  const { db, made, closet } = await open()
  const isDone = { writing: false }
  const writing = Promise.all(
    Array.from({ length: 12 }, () => made.correction(closet, { cents: 100, at: EARNED })),
  ).finally(() => {
    isDone.writing = true
  })
  const folding = Array.from({ length: 3 }, async () => {
    do {
      await foldTotals(db, 2)
      expect(await sql`select from wrong_closet_totals`.execute(db)).toMatchObject({ rows: [] })
    } while (!isDone.writing)
  })
  await Promise.all([writing, ...folding])
  expect(await owedTo(db, closet.id)).toEqual({ cents: 3700, isUnderWay: false })
})

test('a closet total that differs from its earnings is found, and can be rebuilt', async () => {
  const { database, db, closet, totals } = await open({ violatesInvariants: true })
  await foldTotals(db)
  await database.pool.query(
    "update closet_totals set amount = amount + 7 where name = 'payable_cents'",
  )
  expect(await integrityViolations(db)).toEqual([
    {
      check_name: 'what a closet is owed is that of its earnings',
      subject: `${closet.id} payable_cents 2027-03-01`,
      detail: 'differs by -7',
    },
  ])
  await database.pool.query('delete from closet_totals; select set_running_totals()')
  expect(await totals()).toEqual(FIRST)
  expect(await integrityViolations(db)).toEqual([])
})
