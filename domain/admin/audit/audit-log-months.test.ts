import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { addAuditLogMonths } from './audit-log-months.ts'

const lineAt = (db: Db, at: string) =>
  insertRows(db, 'audit_log', {
    id: newId(),
    action: 'edit',
    noun: 'item',
    noun_id: 'x',
    at: new Date(at),
  })

/** The partition of the line at this time. */
async function partOf(db: Db, at: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log as a')
    .select(sql<string>`a.tableoid::regclass::text`.as('part'))
    .where('at', '=', new Date(at))
    .executeTakeFirst()
  return row?.part
}

test('the months ahead have partitions, and adding them again changes nothing', async () => {
  const { db } = await testDatabase()
  for (let times = 0; times < 2; times++)
    await addAuditLogMonths(db, new Date('2031-11-30T23:59:59Z'))
  for (const [at, part] of [
    ['2031-11-01T00:00:00Z', 'm2031_11'],
    ['2031-11-30T23:59:59.999Z', 'm2031_11'],
    ['2032-02-29T12:00:00Z', 'm2032_02'],
    // No partition for this month.
    ['2032-03-01T00:00:00Z', 'other'],
    ['2031-10-31T23:59:59.999Z', 'other'],
  ] as const) {
    await lineAt(db, at)
    expect([at, await partOf(db, at)]).toEqual([at, `audit_log_months.${part}`])
  }
  // A month with lines in `other` stays there; the next months are added.
  await addAuditLogMonths(db, new Date('2032-03-05T00:00:00Z'))
  await lineAt(db, '2032-03-02T00:00:00Z')
  await lineAt(db, '2032-04-02T00:00:00Z')
  expect(await partOf(db, '2032-03-02T00:00:00Z')).toBe('audit_log_months.other')
  expect(await partOf(db, '2032-04-02T00:00:00Z')).toBe('audit_log_months.m2032_04')
})

test('all lines from before partitioning are in one partition, which covers their months', async () => {
  const { db } = await testDatabase()
  await lineAt(db, '2026-11-05T00:00:00Z')
  expect(await partOf(db, '2026-11-05T00:00:00Z')).toMatch(/^audit_log_months\.until_\d{4}_\d{2}$/)
  await addAuditLogMonths(db, new Date('2026-11-05T00:00:00Z'))
  await lineAt(db, '2026-11-06T00:00:00Z')
  expect(await partOf(db, '2026-11-06T00:00:00Z')).toMatch(/until_/)
})

test.for([
  'update audit_log set action = $$x$$',
  'delete from audit_log',
])('lines cannot be changed in any partition: %s', async (statement) => {
  const { db, pool } = await testDatabase()
  await addAuditLogMonths(db, new Date('2031-11-30T23:59:59Z'))
  for (const at of ['2026-11-05', '2031-11-05', '2040-01-01']) {
    await lineAt(db, at)
    await expect(pool.query(`${statement} where at = '${at}'`)).rejects.toThrow('append-only')
  }
})

test('a long read of the log blocks the job only briefly, and no new line', async () => {
  const { db, pool } = await testDatabase()
  const reader = await pool.connect()
  await reader.query('begin; select count(*) from audit_log')
  await expect(addAuditLogMonths(db, new Date('2031-11-30T00:00:00Z'))).rejects.toThrow(
    'lock timeout',
  )
  await lineAt(db, '2031-11-05T00:00:00Z')
  await reader.query('rollback')
  reader.release()
  expect(await partOf(db, '2031-11-05T00:00:00Z')).toBe('audit_log_months.other')
})
