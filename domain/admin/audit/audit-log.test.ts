import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { auditLog } from './audit-log.ts'

const all = { noun: '', action: '', nounId: '', from: null, to: null, timeZone: 'UTC' }

test('the lines of rarely active people are found without reading those of others', async () => {
  const database = await testDatabase({ isNew: true })
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
  // Older than all others, alternating between the two.
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

test('a name that nobody has finds no lines', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const found = await auditLog(db, admin, { ...all, actor: 'nobody at all', after: null })
  expect(found).toEqual({ rows: [], next: null, total: 0, isPartial: false })
})

test('rare actions of a person or the system are found without reading the rest', async () => {
  const database = await testDatabase({ isNew: true })
  const { db, pool } = database
  const admin = await make(db).admin({ full_name: 'Bea Busy' })
  const add = (actor: string | null, action: string, noun: string, count: number, from: string) =>
    pool.query(
      `insert into audit_log (id, actor_id, action, noun, noun_id, at)
        select gen_random_uuid(), $1, $2, $3, $2 || n, $4::timestamptz + n * interval '1 minute'
        from generate_series(1, ${count}) n`,
      [actor, action, noun, from],
    )
  for (const actor of [admin.id, null]) {
    await add(actor, 'approve', 'item', 4000, '2026-02-01Z')
    await add(actor, 'edit', 'item', 3, '2025-02-01Z')
    await add(actor, 'edit', 'brand', 2, '2025-03-01Z')
  }
  // Others do the same things all the time.
  const other = await make(db).admin()
  await add(other.id, 'edit', 'item', 4000, '2026-01-01Z')
  await add(other.id, 'edit', 'brand', 4000, '2026-01-01Z')
  await vacuumFilled(pool)
  for (const actor of ['bea busy', 'System']) {
    for (const [wanted, total] of [
      [{ action: 'edit' }, 5],
      [{ noun: 'brand' }, 2],
      [{ action: 'edit', noun: 'item' }, 3],
      [{ action: 'approve', noun: 'brand' }, 0],
      [{ nounId: 'edit2' }, 2],
      [{ from: parseCalendarDate('2025-01-01'), to: parseCalendarDate('2025-04-01') }, 5],
    ] as const) {
      const read = (from: Db) => auditLog(from, admin, { ...all, ...wanted, actor, after: null })
      const found = await read(db)
      expect([wanted, found.total, found.rows.length]).toEqual([wanted, total, total])
      expect(found.rows).toEqual(found.rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()))
      expect(await maxRowsHandled(database, read)).toBeLessThan(200)
    }
  }
})

test('of many people with one name 50 are searched, and the log says so', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  for (let n = 0; n < 51; n += 1) await make(db).shopper({ full_name: `Rara ${n}` })
  const isPartial = async (actor: string) =>
    (await auditLog(db, admin, { ...all, actor, after: null })).isPartial
  expect(await Promise.all(['rara', 'rara 50', 'ra', 'zq'].map(isPartial))).toEqual([
    true,
    false,
    true,
    false,
  ])
})
