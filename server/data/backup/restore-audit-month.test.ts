import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { archivedLines } from '#domain/admin/audit/audit-log-months.ts'
import { newId } from '#domain/shared/ids.ts'
import { nextYear, secondYear } from '#test/make/later-years.ts'
import { DECEMBER, longAuditLog } from '#test/make/long-audit-log.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { readLines } from './audit-log-file.ts'
import { restoreAuditMonth } from './restore-audit-month.ts'

const quickRetries = { lockMs: 50, pauseMs: 20, tries: 2 }

test('months that were moved to files and loaded back have the same lines and the same shape', async () => {
  const { db, pool, boss, archive, contents, rowsOf } = await longAuditLog()
  // The columns, indexes, constraints and triggers of each partition.
  const shapes = () =>
    rowsOf(`(
      select c.relname, c.reloptions::text, (select string_agg(attname || atttypid::regtype
            || attnotnull, ',' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0)
        as columns,
        (select string_agg(regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', ''), ';'
          order by 1) from (select indexrelid from pg_index where indrelid = c.oid
            order by regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', '')) i) as indexes,
        (select string_agg(pg_get_constraintdef(oid) || convalidated, ';' order by contype,
          pg_get_constraintdef(oid)) from pg_constraint where conrelid = c.oid and contype <> 'n')
        as rules,
        (select string_agg(tgname || tgenabled::text, ';' order by tgname) from pg_trigger
          where tgrelid = c.oid and not tgisinternal) as triggers
      from pg_class c where c.relnamespace = 'audit_log_months'::regnamespace and c.relkind = 'r')`)
  const [found, shape] = [await contents(), await shapes()]
  const files = (await archive()).map(({ file }) => file)
  expect(files.length).toBeGreaterThan(2)
  expect(await contents()).not.toEqual(found)
  const [first, ...others] = files.toReversed()
  expect(first).toContain(DECEMBER)
  expect(await restoreAuditMonth(pool, first ?? '')).toEqual({ name: DECEMBER, lines: 3 })
  // Only the months before the one that was loaded back are still in files.
  expect(await archivedLines(db, boss)).toMatchObject({
    before: new Date(`${nextYear}-12-01T00:00:00Z`),
    lines: 2,
  })
  for (const file of others) await restoreAuditMonth(pool, file)
  expect(await contents()).toEqual(found)
  expect(await shapes()).toEqual(shape)
  expect(await archivedLines(db, boss)).toBeNull()
  await expect(pool.query(`delete from audit_log where action = 'edit'`)).rejects.toThrow('append')
  // Loading it again changes nothing, and the month can be moved to a file again.
  await expect(restoreAuditMonth(pool, first ?? '')).rejects.toThrow('loaded back already')
  expect(await contents()).toEqual(found)
  for (const file of files) rmSync(file)
  expect((await archive()).map(({ file }) => file)).toEqual(files)
})

test('a file that is damaged, cut off, of another shop or unknown changes nothing', async () => {
  const { pool, folder, december, archive, contents } = await longAuditLog()
  await archive()
  const found = await contents()
  const bytes = readFileSync(december)
  const refused = (file: string) => expect(restoreAuditMonth(pool, file)).rejects
  for (const damaged of [
    Buffer.concat([bytes.subarray(0, 400), Buffer.from('x'), bytes.subarray(401)]),
    bytes.subarray(0, -40),
    gzipSync(`${gunzipSync(bytes).toString().replace('edit', 'read')}`),
    Buffer.alloc(0),
  ]) {
    writeFileSync(december, damaged)
    await refused(december).toThrow(
      new RegExp(`is damaged, or is not the file .* ${DECEMBER}: its SHA-256 is`),
    )
  }
  const foreign = join(folder, 'other.jsonl.gz')
  writeFileSync(foreign, gzipSync('{}\n'))
  await refused(foreign).toThrow('is no month that this shop has moved')
  await refused(join(folder, 'missing')).toThrow('There is no file')
  await refused(folder).toThrow('There is no file')
  expect(await contents()).toEqual(found)
  // A renamed file is recognized by its hash.
  const renamed = join(folder, 'renamed')
  writeFileSync(renamed, bytes)
  expect(await restoreAuditMonth(pool, renamed)).toMatchObject({ name: DECEMBER })
})

test('a file whose number of lines differs from the list is refused before it is loaded', async () => {
  const { pool, december, archive, contents } = await longAuditLog()
  await archive()
  await pool.query(`update archived_audit_months set lines = 4 where name = '${DECEMBER}'`)
  const found = await contents()
  await expect(restoreAuditMonth(pool, december)).rejects.toThrow('does not have the 4 lines')
  expect(await contents()).toEqual(found)
})

test('a month that exists, and another run at the same time, are refused', async () => {
  const { pool, december, archive, contents } = await longAuditLog()
  await archive()
  await pool.query(`create table audit_log_months.${DECEMBER} (like audit_log)`)
  const found = await contents()
  await expect(restoreAuditMonth(pool, december)).rejects.toThrow(`has a partition ${DECEMBER}`)
  expect(await contents()).toEqual(found)
  await pool.query(`drop table audit_log_months.${DECEMBER}`)
  const [one, two] = await Promise.allSettled([
    restoreAuditMonth(pool, december),
    restoreAuditMonth(pool, december),
  ])
  const reasons = [one, two].flatMap((run) => (run.status === 'rejected' ? [run.reason] : []))
  expect(reasons.map(({ message }) => message)).toEqual([
    expect.stringMatching('Another file is being loaded|loaded back already'),
  ])
})

test('a file with lines that are already in the log is refused', async () => {
  const { pool, december, archive, contents } = await longAuditLog()
  const { rows } = await pool.query(`select * from audit_log where action = 'start'`)
  await archive()
  await pool.query(
    `create table audit_log_months.${DECEMBER} partition of audit_log
      for values from ('${nextYear}-12-01') to ('${secondYear}-01-01')`,
  )
  const [{ id, at }] = rows
  await pool.query(
    `insert into audit_log (id, action, noun, noun_id, at) values ($1, 'start', 'x', 'x', $2)`,
    [id, at],
  )
  const found = await contents()
  await expect(restoreAuditMonth(pool, december)).rejects.toThrow('lines of this file already')
  expect(await contents()).toEqual(found)
})

test('lines written for an archived month are moved into it, and stay append-only', async () => {
  const { db, pool, december, archive, rowsOf } = await longAuditLog()
  await archive()
  const late = { action: 'late', noun: 'item', noun_id: 'x' }
  for (const at of [`${nextYear}-12-05`, '2024-12-05'])
    await insertRows(db, 'audit_log', { ...late, id: newId(), at: new Date(at) })
  await restoreAuditMonth(pool, december)
  expect(await rowsOf(`audit_log_months.${DECEMBER}`)).toHaveLength(4)
  expect(await rowsOf('audit_log_months.other')).toHaveLength(1)
  await expect(pool.query('delete from audit_log where true')).rejects.toThrow('append-only')
  await expect(pool.query('delete from audit_log_months.other')).rejects.toThrow('append-only')
})

test('during a long read of the log nothing is changed, and a later run succeeds', async () => {
  const { pool, december, archive, contents } = await longAuditLog()
  await archive()
  const found = await contents()
  const reader = await pool.connect()
  await reader.query('begin; select count(*) from audit_log')
  const refused = restoreAuditMonth(pool, december, quickRetries)
  await expect(refused).rejects.toThrow(/Nothing was changed: another session .* run this again/)
  await reader.query('rollback')
  reader.release()
  expect(await contents()).toEqual(found)
  expect(await restoreAuditMonth(pool, december)).toMatchObject({ lines: 3 })
})

/** Makes every change to the log's partitions fail, as on a full disk. */
const FULL_DISK = `create function full_disk() returns event_trigger language plpgsql as
  $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create event trigger full_disk on ddl_command_end when tag in ('ALTER TABLE')
  execute function full_disk()`

test('a full disk or a lost connection leaves the log as it was, and the next run succeeds', async () => {
  const { pool, december, archive, contents } = await longAuditLog()
  await archive()
  const found = await contents()
  await pool.query(FULL_DISK)
  await expect(restoreAuditMonth(pool, december)).rejects.toThrow(
    'The disk of the database is full. Nothing was changed: make room',
  )
  await pool.query('drop event trigger full_disk')
  expect(await contents()).toEqual(found)
  const reader = await pool.connect()
  await reader.query('begin; select count(*) from audit_log')
  const killed = restoreAuditMonth(pool, december)
  const ended = expect(killed).rejects.toThrow(/terminat/)
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(1)
  await ended
  await reader.query('rollback')
  reader.release()
  const { lines, files } = await contents()
  expect({ lines, files }).toEqual({ lines: found.lines, files: found.files })
  expect(await restoreAuditMonth(pool, december)).toMatchObject({ lines: 3 })
})

test('a line too long for the log is not read', async () => {
  const { folder } = await longAuditLog()
  const file = join(folder, 'long.gz')
  writeFileSync(file, gzipSync(Buffer.alloc(33 * 1024 * 1024, 'x')))
  await expect(readLines(file)).rejects.toThrow('a line of more than 32 MB')
  writeFileSync(file, gzipSync(`a\n${'ü'.repeat(70_000)}\nc`))
  const read: string[] = []
  expect(await readLines(file, async (lines) => void read.push(...lines))).toMatchObject({
    lines: 3,
  })
  expect(read).toEqual(['a', 'ü'.repeat(70_000), 'c'])
})
