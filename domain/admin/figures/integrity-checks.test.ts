import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { checkInParts } from './integrity-checks.ts'

test('running the checks in parts finds the same as the whole view', async () => {
  const { db, pool } = await testDatabase({ violatesInvariants: true })
  const { item, shopper, credits } = make(db)
  await item({ available: false })
  await credits(await shopper(), 5)
  await pool.query(`set session_replication_role = replica;
    update credit_lots set available = 4, minted = 4;
    delete from listed_count_deltas`)

  const { violations, checks, unfinished } = await checkInParts(db, { max: 100, sizes: [40] })

  const byName = (rows: readonly { check_name: string; subject: string }[]) =>
    rows.map(({ check_name, subject }) => `${check_name} ${subject}`).sort()
  expect(byName(violations)).toEqual(byName(await integrityViolations(db)))
  expect(violations.length).toBeGreaterThan(2)
  expect(unfinished).toEqual([])
  expect(checks).toBeGreaterThan(80)
})

test('checks that take too long even in smaller parts are named', async () => {
  const { db } = await testDatabase()
  const slow = { max: 100, maxCheckMs: 1, sizes: [1000, 50] }
  const { checks, unfinished } = await checkInParts(db, slow)
  // No check can even be planned within a millisecond.
  expect(unfinished).toHaveLength(checks)
  expect(unfinished).toContain('a lot equals the sum of its movements')
})
