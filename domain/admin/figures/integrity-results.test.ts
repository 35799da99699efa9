import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, withQueryTimeout } from '#db/connection.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { checkNames } from './integrity-checks.ts'
import { readResults, requestChecks, runDueChecks, storedChecks } from './integrity-results.ts'

const MINUTES = 60_000

/** A database with these checks instead of ours; each finds the rows of its query. */
async function withChecks(checks: Readonly<Record<string, string>>) {
  const { db, pool } = await testDatabase({ violatesInvariants: true })
  const parts = Object.entries(checks).map(
    ([name, rows]) => `select '${name}' as check_name, n::text as subject, '' as detail ${rows}`,
  )
  await pool.query(`create or replace view invariant_violations as ${parts.join(' union all ')}`)
  return db
}

const FINDS_NOTHING = 'from generate_series(1, 1) n where random() < 0'

const quick = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`check ${n}`, FINDS_NOTHING]))

test('violations are stored, and shown until the checks no longer find them', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { item, admin } = make(db)
  const boss = await admin()
  const clock = testClock('2027-03-14T12:00:00Z')
  expect(await storedChecks(db, boss)).toMatchObject({ violations: [], at: null, unfinished: [] })
  const dress = await item({ available: false })
  await runDueChecks(db, { clock: clock.now })
  const { violations, checks, waiting, at } = await storedChecks(db, boss)
  expect(violations).toEqual([
    {
      check_name: 'an item is available when it can be booked ahead or has no live rental',
      subject: dress.id,
      detail: 'false',
    },
  ])
  expect([checks > 80, waiting, at]).toEqual([true, 0, clock.now()])
  await db.updateTable('clothing_items').set({ available: true }).execute()
  clock.advance({ seconds: 1 })
  await requestChecks(db, boss, clock.now())
  expect((await storedChecks(db, boss)).waiting).toBe(checks)
  clock.advance({ seconds: 1 })
  await runDueChecks(db, { clock: clock.now })
  expect(await storedChecks(db, boss)).toMatchObject({
    violations: [],
    waiting: 0,
    at: clock.now(),
  })
})

test('a check is due again after a thousand times its duration, and at least 15 minutes', async () => {
  const db = await withChecks(quick(3))
  const clock = testClock('2027-03-14T12:00:00Z')
  await runDueChecks(db, { clock: clock.now })
  const slow = 'check 1'
  const took = (ms: number) =>
    updateRows(db, 'integrity_results', { check_name: slow }, { took_ms: ms })
  const runAfter = async (minutes: number) => {
    clock.advance({ seconds: minutes * 60 })
    await runDueChecks(db, { clock: clock.now })
    const rows = await db.selectFrom('integrity_results').selectAll().execute()
    const isNew = (row: (typeof rows)[number] | undefined) =>
      row?.checked_at.getTime() === clock.now().getTime()
    return {
      slow: isNew(rows.find((row) => row.check_name === slow)),
      others: rows.filter((row) => row.check_name !== slow && isNew(row)).length,
    }
  }
  const { checks } = await readResults(db)
  await db.updateTable('integrity_results').set({ took_ms: 1 }).execute()
  await took((60 * MINUTES) / 1000)
  expect(await runAfter(14)).toEqual({ slow: false, others: 0 })
  expect(await runAfter(1)).toEqual({ slow: false, others: checks - 1 })
  expect((await runAfter(45)).slow).toBe(true)
  // At most half a day.
  await took(24 * 60 * MINUTES)
  expect((await runAfter(12 * 60 - 1)).slow).toBe(false)
  expect((await runAfter(1)).slow).toBe(true)
})

test('a run that is stopped is continued by the next one', async () => {
  const db = await withChecks(quick(14))
  const clock = testClock('2027-03-14T12:00:00Z')
  const stopping = new AbortController()
  const stopAfterOne = () => {
    stopping.abort()
    return clock.now()
  }
  let reads = 0
  // The clock is read once before anything runs.
  const now = () => (reads++ === 0 ? clock.now() : stopAfterOne())
  await runDueChecks(db, { clock: now, stop: stopping.signal })
  expect((await readResults(db)).checks).toBe(12)
  await runDueChecks(db, { clock: clock.now })
  expect((await readResults(db)).checks).toBe((await checkNames(db)).length)
})

test('in a group that takes too long, each check runs alone, and unfinished ones are named', async () => {
  const slow = 'from generate_series(1, 1) n where pg_sleep(3 * n) is not null'
  const db = await withChecks({ 'a slow check': slow, 'a quick check': FINDS_NOTHING })
  const limits = { togetherMs: 100, aloneMs: 2_000 }
  await runDueChecks(db, { clock: testClock('2027-03-14T12:00:00Z').now, limits })
  expect(await readResults(db)).toMatchObject({ waiting: 0, unfinished: ['a slow check'] })
})

test('a check whose connection is ended is named, and the others continue', async () => {
  const cutOff = 'from generate_series(1, 1) n where pg_terminate_backend(pg_backend_pid())'
  const db = await withChecks({ 'a check': cutOff, 'b check': 'from generate_series(1, 1) n' })
  await runDueChecks(db, { clock: testClock('2027-03-14T12:00:00Z').now })
  expect(await readResults(db)).toMatchObject({
    unfinished: ['a check'],
    violations: [{ check_name: 'b check', subject: '1' }],
  })
})

test('a check may take longer than a request waits for a response', async () => {
  const { target } = await testDatabase()
  const pool = createPool(target, { silenceMs: 100, max: 1 })
  // This limit would also apply, and a busy machine may respond later.
  pool.options.onConnect = undefined
  const impatient = createDb(pool)
  onTestFinished(() => impatient.destroy())
  const sleep = () => impatient.selectNoFrom(sql`pg_sleep(0.3)`.as('slept')).execute()
  expect(await withQueryTimeout(60_000, sleep)).toHaveLength(1)
  await expect(sleep()).rejects.toThrow('Query read timeout')
})

test('many violations of one check do not hide those of another', async () => {
  const many = 'from generate_series(1, 120) n'
  const db = await withChecks({ many, one: 'from generate_series(1, 1) n' })
  await runDueChecks(db, { clock: testClock('2027-03-14T12:00:00Z').now })
  const { violations } = await readResults(db)
  const names = violations.map(({ check_name }) => check_name)
  expect(names).toEqual([...Array(100).fill('many'), 'one'])
})

test('the result of a removed check is deleted', async () => {
  const db = await withChecks(quick(1))
  const clock = testClock('2027-03-14T12:00:00Z')
  await insertRows(db, 'integrity_results', {
    check_name: 'gone',
    checked_at: clock.now(),
    took_ms: 1,
    is_complete: false,
  })
  await runDueChecks(db, { clock: clock.now })
  const stored = db.selectFrom('integrity_results').where('check_name', '=', 'gone')
  expect([await stored.selectAll().execute(), (await readResults(db)).unfinished]).toEqual([[], []])
})
