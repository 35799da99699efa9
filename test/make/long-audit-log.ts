import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { addAuditLogMonths } from '#domain/admin/audit/audit-log-months.ts'
import { newId } from '#domain/shared/ids.ts'
import { archiveAuditMonths } from '#server/data/backup/archive-audit-months.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { nextYear, secondYear, thirdYear } from './later-years.ts'
import { make } from './make.ts'

/** When months of the log are moved to files. */
export const now = new Date(`${thirdYear}-01-15T12:00:00Z`)
const before = new Date(`${secondYear}-01-15T12:00:00Z`)
export const DECEMBER = `m${nextYear}_12`

/** A log with two lines of the past, three of December next year and one of the January after it. */
export async function longAuditLog() {
  const { db, pool } = await testDatabase()
  for (const month of [`${nextYear}-01-01`, `${nextYear}-11-01`, `${secondYear}-02-01`])
    await addAuditLogMonths(db, new Date(month))
  const boss = await make(db).admin()
  const step = { actor_id: boss.id, noun: 'item', noun_id: 'ü"\\\n\u2028 😀' }
  const large = { words: Array.from({ length: 6_000 }, (_, n) => `Größe ${n} "\\ 裙`) }
  await db
    .insertInto('audit_log')
    .values([
      { ...step, id: newId(), action: 'first', at: '2026-01-05T00:00:00Z' },
      { ...step, id: newId(), action: 'of the system', actor_id: null, at: '2026-01-05T00:00:00Z' },
      // PostgreSQL stores microseconds and numbers of any length.
      { ...step, id: newId(), action: 'start', at: `${nextYear}-12-01T00:00:00Z`, before: 'null' },
      {
        ...{ ...step, id: newId(), action: 'edit', at: `${nextYear}-12-31T23:59:59.999999Z` },
        ...{ before: '{"n": 12345678901234567890.10, "e": 1e400, "a": null}', after: '[]' },
      },
      {
        ...step,
        id: newId(),
        action: 'large',
        at: `${nextYear}-12-15`,
        after: JSON.stringify(large),
      },
      { ...step, id: newId(), action: 'later', at: `${secondYear}-01-20T00:00:00Z` },
    ])
    .execute()
  const folder = mkdtempSync(join(tmpdir(), 'hemline-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  /** All columns of all lines, and of the list of files, as PostgreSQL shows them. */
  const rowsOf = async (table: string) =>
    (await pool.query({ text: `select t::text from ${table} t order by 1`, rowMode: 'array' })).rows
  const contents = async () => ({
    lines: await rowsOf('audit_log'),
    files: await rowsOf('archived_audit_months'),
    parts: await rowsOf(
      `(select relname, pg_get_expr(relpartbound, oid) as bound, relispartition from pg_class
        where relnamespace = 'audit_log_months'::regnamespace and relkind = 'r')`,
    ),
  })
  const archive = () => archiveAuditMonths(pool, { folder, before, now })
  const december = join(folder, `audit-log-${DECEMBER}.jsonl.gz`)
  return { db, pool, boss, folder, december, archive, contents, rowsOf }
}
