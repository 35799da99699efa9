import { expect, test } from 'vitest'
import { maxRowsHandled } from '#test/bounded-work.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { vacuumFilled } from '#test/vacuum-filled.ts'
import { auditLog } from './audit-log.ts'

const all = { noun: '', action: '', nounId: '', from: null, to: null, timeZone: 'UTC' }

test('the lines of people who have done little are found without reading those of others', async () => {
  const database = await testDatabase()
  const { db, pool } = database
  const busy = await make(db).admin()
  const rare = [
    await make(db).admin({ full_name: 'Rara Avis' }),
    await make(db).admin({ full_name: 'Rara Columba' }),
  ]
  await pool.query(
    `insert into audit_log (id, actor_id, action, noun, noun_id, at)
      select gen_random_uuid(), $1, 'edit', 'item', 'x', timestamptz '2026-01-01Z' + n * interval '1 minute'
      from generate_series(1, 20000) n`,
    [busy.id],
  )
  // Before all others, and alternately.
  await pool.query(
    `insert into audit_log (id, actor_id, action, noun, noun_id, at)
      select gen_random_uuid(), ($1::uuid[])[n % 2 + 1], 'step ' || n, 'item', 'x',
        timestamptz '2025-01-01Z' + n * interval '1 minute'
      from generate_series(1, 40) n`,
    [rare.map(({ id }) => id)],
  )
  await vacuumFilled(pool)
  const admin = busy
  const read = (after: string | null) => auditLog(db, admin, { ...all, actor: 'rara', after })
  const first = await read(null)
  const second = await read(first.next)
  expect(first.total).toBe(40)
  expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual(
    Array.from({ length: 40 }, (_, n) => `step ${40 - n}`),
  )
  const handled = await maxRowsHandled(database, (db) =>
    auditLog(db, admin, { ...all, actor: 'rara', after: null }),
  )
  expect(handled).toBeLessThan(500)
})

test('nobody of that name has no lines', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const found = await auditLog(db, admin, { ...all, actor: 'nobody at all', after: null })
  expect(found).toEqual({ rows: [], next: null, total: 0 })
})
