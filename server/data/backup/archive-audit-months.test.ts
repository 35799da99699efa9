import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '#db/connection.ts'
import { addAuditLogMonths, archivedLines } from '#domain/admin/audit/audit-log-months.ts'
import { newId } from '#domain/shared/ids.ts'
import { nextYear, secondYear, thirdYear } from '#test/make/later-years.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { archiveAuditMonths } from './archive-audit-months.ts'

const now = new Date(`${thirdYear}-01-15T12:00:00Z`)
const before = new Date(`${secondYear}-01-15T12:00:00Z`)

/** A log with lines at these instants of the next two years. */
async function logOf(...days: string[]) {
  const { db, pool, target } = await testDatabase()
  for (const month of [`${nextYear}-01-01`, `${nextYear}-11-01`, `${secondYear}-02-01`])
    await addAuditLogMonths(db, new Date(month))
  const boss = await make(db).admin()
  const lines = days.map((day, n) => ({
    ...{ id: newId(), actor_id: boss.id, action: `step ${n}`, noun: 'item', noun_id: 'x' },
    at: new Date(day),
  }))
  if (lines.length > 0) await db.insertInto('audit_log').values(lines).execute()
  const folder = mkdtempSync(join(tmpdir(), 'hemline-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const left = async () => {
    const rows = await readRows(db, 'audit_log', 'action', { noun: 'item' }, 'at')
    return rows.map(({ action }) => action)
  }
  return { db, pool, target, boss, folder, left }
}

const readLines = (folder: string, name: string) =>
  gunzipSync(readFileSync(join(folder, name)))
    .toString()
    .trim()
    .split('\n')
    .filter(Boolean)

test('tables with similar names do not count as months, whatever the query plan', async () => {
  const { target, folder } = await logOf(`${nextYear}-12-05T00:00:00Z`)
  const pool = createPool(target)
  onTestFinished(() => pool.end())
  pool.on('connect', (client) => {
    void client.query('set enable_nestloop = off; set enable_indexscan = off')
  })
  const archived = await archiveAuditMonths(pool, { folder, before, now })
  expect(archived.map(({ lines }) => lines)).toContain(1)
})

test('months that ended long enough ago are moved to files with all their lines', async () => {
  const { db, pool, boss, folder, left } = await logOf(
    `${nextYear}-03-05T00:00:00Z`,
    `${nextYear}-12-31T23:59:59.999Z`,
    `${secondYear}-01-01T00:00:00Z`,
    `${secondYear}-02-20T00:00:00Z`,
  )
  expect(await archivedLines(db, boss)).toBeNull()
  const archived = await archiveAuditMonths(pool, { folder, before, now })
  expect(await left()).toEqual(['step 2', 'step 3'])
  expect(archived.reduce((sum, { lines }) => sum + lines, 0)).toBe(2)
  expect(readdirSync(folder)).toContain(`audit-log-m${nextYear}_12.jsonl.gz`)
  expect(readdirSync(folder)).not.toContain(`audit-log-m${secondYear}_01.jsonl.gz`)
  const [line] = readLines(folder, `audit-log-m${nextYear}_12.jsonl.gz`)
  expect(JSON.parse(line ?? '')).toMatchObject({
    action: 'step 1',
    actor_id: boss.id,
    noun: 'item',
  })
  expect(await archivedLines(db, boss)).toEqual({
    before: new Date(`${secondYear}-01-01T00:00:00Z`),
    lines: 2,
    archivedAt: now,
  })
  // A second run has nothing to do, and the log still accepts new lines.
  expect(await archiveAuditMonths(pool, { folder, before, now })).toEqual([])
  await insertRows(db, 'audit_log', {
    id: newId(),
    action: 'late',
    noun: 'item',
    noun_id: 'x',
    at: new Date(`${nextYear}-12-05`),
  })
  expect(await left()).toEqual(['late', 'step 2', 'step 3'])
})

test('a file that exists is not overwritten, and its month stays', async () => {
  const { pool, folder, left } = await logOf(`${nextYear}-12-05T00:00:00Z`)
  writeFileSync(join(folder, `audit-log-m${nextYear}_12.jsonl.gz`), 'mine')
  await expect(archiveAuditMonths(pool, { folder, before, now })).rejects.toThrow('already exists')
  expect(await left()).toEqual(['step 0'])
  expect(readFileSync(join(folder, `audit-log-m${nextYear}_12.jsonl.gz`), 'utf8')).toBe('mine')
})
