import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { DatabaseError, type Pool } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'

const LINES_A_TIME = 5000
/** Somebody who waits for a lock stops those who come after. */
const LOCK = { ms: 1000, pauseMs: 2000, tries: 60 }
/** PostgreSQL's error for a lock that was not available in time. */
const LOCKED = '55P03'

/** A partition of the audit log that ended before the given time. */
type Month = { readonly name: string; readonly endsAt: Date }

export type Archived = { readonly file: string; readonly lines: number }

/**
 * Moves the partitions of the audit log that ended before `before` to files in `folder`, the oldest
 * first: one JSON object a line, compressed. A partition is removed once its file was read back and
 * has all its lines.
 */
export async function archiveAuditMonths(
  pool: Pool,
  { folder, before, now }: { readonly folder: string; readonly before: Date; readonly now: Date },
): Promise<Archived[]> {
  const archived: Archived[] = []
  for (const month of await monthsBefore(pool, before)) {
    const file = join(folder, `audit-log-${month.name}.jsonl.gz`)
    const { lines, sha256 } = await writeLines(pool, month, file)
    if ((await countLines(file)) !== lines)
      throw new StartProblem(`${file} does not have all lines: nothing was removed.`)
    await removeMonth(pool, month, { lines, sha256, file, now })
    archived.push({ file, lines })
  }
  return archived
}

async function monthsBefore(pool: Pool, before: Date): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select name, ends_at as "endsAt" from (
      select relname as name, case
        when relname like 'until\\_%' then to_date(right(relname, 7), 'YYYY_MM')::timestamp
          at time zone 'UTC'
        when relname like 'm%' then (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month')
          at time zone 'UTC' end as ends_at
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'audit_log'::regclass) part
    where ends_at <= $1 order by ends_at`,
    [before],
  )
  return rows
}

type Line = { readonly at: string; readonly id: string; readonly line: string }

async function writeLines(pool: Pool, { name }: Month, file: string) {
  const written: { lines: number; last: Line | null } = { lines: 0, last: null }
  async function* lines() {
    for (;;) {
      const { rows } = await pool.query<Line>(
        `select at::text as at, id, to_jsonb(l)::text as line
        from audit_log_months."${name}" l
        where $1::timestamptz is null or (at, id) > ($1::timestamptz, $2::uuid)
        order by at, id limit ${LINES_A_TIME}`,
        [written.last?.at ?? null, written.last?.id ?? null],
      )
      written.lines += rows.length
      if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
      written.last = rows.at(-1) ?? null
      if (rows.length < LINES_A_TIME) return
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
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return { lines: written.lines, sha256: hash.digest('hex') }
}

async function countLines(file: string): Promise<number> {
  let lines = 0
  const unpacked = createReadStream(file).pipe(createGunzip())
  for await (const _ of createInterface({ input: unpacked })) lines += 1
  return lines
}

/** A line that was added to an old month meanwhile keeps it. */
async function removeMonth(
  pool: Pool,
  { name, endsAt }: Month,
  {
    lines,
    sha256,
    file,
    now,
  }: {
    readonly lines: number
    readonly sha256: string
    readonly file: string
    readonly now: Date
  },
): Promise<void> {
  const client = await pool.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(`begin; set local lock_timeout = ${LOCK.ms}`)
        await client.query(`lock table audit_log_months."${name}" in access exclusive mode`)
        const { rows } = await client.query<{ count: string }>(
          `select count(*)::text from audit_log_months."${name}"`,
        )
        if (Number(rows[0]?.count) !== lines)
          throw new StartProblem(`Lines were added to ${name} meanwhile: nothing was removed.`)
        await client.query(
          `insert into archived_audit_months (name, ends_at, lines, file_name, sha256, archived_at)
          values ($1, $2, $3, $4, $5, $6)`,
          [name, endsAt, lines, basename(file), sha256, now],
        )
        await client.query(`drop table audit_log_months."${name}"`)
        await client.query('commit')
        return
      } catch (error) {
        await client.query('rollback')
        const isLocked = error instanceof DatabaseError && error.code === LOCKED
        if (!isLocked || attempt >= LOCK.tries) throw error
        await pause(LOCK.pauseMs)
      }
    }
  } finally {
    client.release()
  }
}
