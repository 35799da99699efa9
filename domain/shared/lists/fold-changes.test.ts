import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { countChanges, readTotals } from '#test/totals.ts'
import { foldTotals, totalOf } from './running-totals.ts'

const MANY = 12

/** Runs a statement in a transaction that stays open until `commit`. */
async function openTransaction({ pool }: TestDatabase, statement: string) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(statement)
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  return { commit: () => client.query('commit') }
}

const WITHHOLD = 'update deposits set kept_cents = kept_cents + 100'

test('folding keeps every total, and leaves no changes and no totals of 0', async () => {
  const database = await testDatabase({ violatesInvariants: true })
  const { db } = database
  const { deposit, shopper, credits } = make(db)
  for (let n = 0; n < 3; n += 1) {
    const person = await shopper()
    await deposit(person)
    await credits(person, 5, { expiresAt: new Date('2027-01-01T12:00:00Z') })
  }
  const totals = {
    ...{ deposits_held: 3, deposits_held_cents: 15_000 },
    'credits_owed 2027-01-01 12:00': 15,
  }
  expect(await countChanges(db)).toBe(9)
  for (const [folded, left] of [
    [4, 5],
    [4, 1],
    [0, 0],
    [0, 0],
  ]) {
    expect(await foldTotals(db, 4)).toBe(folded)
    expect(await countChanges(db)).toBe(left)
    expect(await readTotals(db)).toEqual(totals)
  }
  await db.updateTable('deposits').set({ closed_at: new Date(), refunded_cents: 5000 }).execute()
  const changes = await countChanges(db)
  const lock = "select pg_advisory_xact_lock(hashtext('fold-running-totals'))"
  const other = await openTransaction(database, lock)
  expect(await foldTotals(db, 1)).toBe(0)
  expect(await countChanges(db)).toBe(changes)
  await other.commit()
  await foldTotals(db)
  const live = totalOf('rentals_live').as('live')
  expect(await db.selectNoFrom(live).executeTakeFirst()).toEqual({ live: 0 })
  const rows = await db.selectFrom('running_totals').select(['name', 'amount']).execute()
  expect(rows).toEqual([{ name: 'credits_owed', amount: 15 }])
})

test('a change committed after a fold is not lost, and a rolled-back one does not count', async () => {
  const database = await testDatabase({ violatesInvariants: true })
  const { db } = database
  const { deposit, shopper } = make(db)
  await deposit(await shopper())
  const withheld = await openTransaction(database, WITHHOLD)
  await foldTotals(db)
  expect(await readTotals(db)).toEqual({ deposits_held: 1, deposits_held_cents: 5000 })
  await withheld.commit()
  expect(await readTotals(db)).toEqual({ deposits_held: 1, deposits_held_cents: 4900 })
  await foldTotals(db)
  expect(await readTotals(db)).toEqual({ deposits_held: 1, deposits_held_cents: 4900 })
  const undone = inTransaction(db, async (tx) => {
    await tx.deleteFrom('deposits').execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readTotals(db)).toEqual({ deposits_held: 1, deposits_held_cents: 4900 })
})

test('totals are right at every moment while several processes fold and write', async () => {
  const { db } = await testDatabase()
  const { deposit, shopper } = make(db)
  const people = await Promise.all(Array.from({ length: MANY }, () => shopper()))
  const isDone = { writing: false }
  const writing = Promise.all(people.map((person) => deposit(person))).finally(() => {
    isDone.writing = true
  })
  const folding = Array.from({ length: 3 }, async () => {
    do {
      await foldTotals(db, 2)
      await readTotals(db)
    } while (!isDone.writing)
  })
  await Promise.all([writing, ...folding])
  await foldTotals(db)
  expect(await readTotals(db)).toEqual({ deposits_held: MANY, deposits_held_cents: MANY * 5000 })
})

test('totals are rebuilt exactly despite an open transaction, a fold and a concurrent rebuild', async () => {
  const database = await testDatabase({ violatesInvariants: true })
  const { db, pool } = database
  const { deposit, shopper } = make(db)
  await deposit(await shopper())
  await deposit(await shopper())
  // The state before there were triggers.
  await pool.query('delete from running_total_changes')
  const withheld = await openTransaction(database, WITHHOLD)
  await pool.query("insert into running_totals (name, amount) values ('rentals_live', 7)")
  const setTotals = 'select set_running_totals()'
  const first = await openTransaction(database, setTotals)
  const second = pool.query(setTotals)
  await foldTotals(db)
  await first.commit()
  await second
  expect(await readTotals(db)).toEqual({ deposits_held: 2, deposits_held_cents: 10_000 })
  await withheld.commit()
  expect(await readTotals(db)).toEqual({ deposits_held: 2, deposits_held_cents: 9800 })
  await pool.query(setTotals)
  await foldTotals(db)
  expect(await readTotals(db)).toEqual({ deposits_held: 2, deposits_held_cents: 9800 })
})

test('a total that differs from its rows is found', async () => {
  const { db, pool } = await testDatabase({ violatesInvariants: true })
  const { deposit, shopper, credits } = make(db)
  const person = await shopper()
  await deposit(person)
  await credits(person, 5, { expiresAt: new Date('2027-01-01T12:00:00Z') })
  await foldTotals(db)
  expect(await integrityViolations(db)).toEqual([])
  await pool.query(`update running_totals set amount = amount + 7 where name = 'deposits_held_cents';
    delete from running_totals where name = 'credits_owed'`)
  const found = await integrityViolations(db)
  const check_name = 'a running total is that of its rows'
  expect(found.toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? ''))).toEqual([
    { check_name, subject: 'credits_owed 2027-01-01 12:00', detail: 'differs by 5' },
    { check_name, subject: 'deposits_held_cents', detail: 'differs by -7' },
  ])
})
