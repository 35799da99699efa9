import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, QueryResult } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { type Contents, readLines } from './audit-log-file.ts'
import { inShortTransaction } from './in-short-transaction.ts'

const LINES_PER_BATCH = 5000

/** A partition of the audit log that ended before the given time. */
type Month = { readonly name: string; readonly endsAt: Date }

export type Archived = { readonly file: string; readonly lines: number }

/**
 * Moves the partitions of the audit log that ended before `before` to files in `folder`, the oldest
 * first: one JSON object per line, compressed. A partition is removed once its file has been read
 * back and has all its lines.
 */
export async function archiveAuditMonths(
  pool: Pool,
  { folder, before, now }: { readonly folder: string; readonly before: Date; readonly now: Date },
): Promise<Archived[]> {
  const archived: Archived[] = []
  for (const month of await monthsBefore(pool, before)) {
    const file = join(folder, `audit-log-${month.name}.jsonl.gz`)
    const written = await writeLines(pool, month, file)
    const contents = await readLines(file)
    if (contents.lines !== written)
      throw new StartProblem(`${file} does not have all lines: nothing was removed.`)
    await removeMonth(pool, month, { ...contents, file, now })
    archived.push({ file, lines: written })
  }
  return archived
}

/** Matches full names: in some plans PostgreSQL evaluates this for others (`messages`) too. */
async function monthsBefore(pool: Pool, before: Date): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select name, ends_at as "endsAt" from (
      select relname as name, case
        when relname ~ '^until_\\d{4}_\\d{2}$' then to_date(right(relname, 7), 'YYYY_MM')::timestamp
          at time zone 'UTC'
        when relname ~ '^m\\d{4}_\\d{2}$' then (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month')
          at time zone 'UTC' end as ends_at
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'audit_log'::regclass) part
    where ends_at <= $1 order by ends_at`,
    [before],
  )
  return rows
}

type Position = { readonly at: string; readonly id: string }
const BEFORE_ALL: Position = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

async function writeLines(pool: Pool, { name }: Month, file: string): Promise<number> {
  let written = 0
  async function* lines() {
    for (let last: Position | undefined = BEFORE_ALL; last; ) {
      const { rows }: QueryResult<Position & { readonly line: string }> = await pool.query(
        `select at::text as at, id, (to_jsonb(l) - array_remove(array[
          case when actor_id is null then 'actor_id' end, case when before is null then 'before' end,
          case when after is null then 'after' end], null))::text as line
        from audit_log_months."${name}" l
        where (l.at, l.id) > ($1::timestamptz, $2::uuid)
        order by l.at, l.id limit ${LINES_PER_BATCH}`,
        [last.at, last.id],
      )
      written += rows.length
      if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
      last = rows.length < LINES_PER_BATCH ? undefined : rows.at(-1)
    }
  }
  try {
    const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(lines()), createGzip(), to)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new StartProblem(`${file} already exists: choose another folder.`)
    await rm(file, { force: true })
    throw error
  }
  const handle = await open(file)
  await handle.sync()
  await handle.close()
  return written
}

/** Removes a month. Throws, and removes nothing, if a line was added to it in the meantime. */
async function removeMonth(
  pool: Pool,
  { name, endsAt }: Month,
  { lines, sha256, file, now }: Contents & { readonly file: string; readonly now: Date },
): Promise<void> {
  const client = await pool.connect()
  try {
    await inShortTransaction(client, async () => {
      await client.query(`lock table audit_log_months."${name}" in access exclusive mode`)
      const { rows } = await client.query<{ count: string }>(
        `select count(*)::text from audit_log_months."${name}"`,
      )
      if (Number(rows[0]?.count) !== lines)
        throw new StartProblem(`Lines were added to ${name} in the meantime: nothing was removed.`)
      await client.query(
        `insert into archived_audit_months (name, ends_at, lines, file_name, sha256, archived_at)
        values ($1, $2, $3, $4, $5, $6)`,
        [name, endsAt, lines, basename(file), sha256, now],
      )
      await client.query(`drop table audit_log_months."${name}"`)
    })
  } finally {
    client.release()
  }
}
