import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { readLines, sha256Of } from './audit-log-file.ts'
import { inShortTransaction, type LockRetries } from './in-short-transaction.ts'

/** Two runs at once would drop each other's table. */
const RESTORE_LOCK = '4128630072715536402'
/** PostgreSQL's error for a full disk. */
const DISK_FULL = '53100'
/** PostgreSQL's error for a duplicate key. */
const UNIQUE_VIOLATION = '23505'

const COLUMNS = 'id, actor_id, action, noun, noun_id, before, after, at'

type Month = {
  /** The name of the partition. */
  readonly name: string
  /** Inclusive; null for the partition of all earlier lines. `endsAt` is exclusive. */
  readonly startsAt: Date | null
  readonly endsAt: Date
  readonly lines: number
  readonly sha256: string
  /** A partition covers this time already: in a restored database the first one has all lines. */
  readonly isCovered: boolean
}

/**
 * Loads a file of `archiveAuditMonths` back into the audit log, all or nothing. Its hash and number
 * of lines are checked first, so that only the file that was written is loaded.
 */
export async function restoreAuditMonth(
  pool: Pool,
  file: string,
  retries?: LockRetries,
): Promise<{ readonly name: string; readonly lines: number }> {
  const client = await pool.connect()
  try {
    await refuseAnother(client)
    const month = await monthIn(client, file)
    if ((await readFile(file)).lines !== month.lines)
      throw new StartProblem(
        `${file} does not have the ${month.lines} lines that archived_audit_months lists for ${month.name}. Nothing was changed.`,
      )
    // Removes the table of a run that was killed.
    await drop(client, retries)
    try {
      await load(client, month, file)
      if (month.isCovered) await addLines(client, month, retries)
      else {
        await addForeignKey(client, retries)
        await attach(client, month, retries)
      }
    } catch (error) {
      // If this fails, the next run removes the table.
      await drop(client, retries).catch(() => {})
      throw explained(error)
    }
    return { name: month.name, lines: month.lines }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}

async function refuseAnother(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(${RESTORE_LOCK}) as is_ours`,
  )
  if (!rows[0]?.is_ours)
    throw new StartProblem('Another file is being loaded back now: wait until it finishes.')
}

/** Bounds of a partition by time. In some plans PostgreSQL evaluates it for other tables too. */
const BOUNDS = String.raw`FROM \((?:MINVALUE|'(\d{4}-\d\d-\d\d [^']+)')\) TO \('(\d{4}-\d\d-\d\d [^']+)'\)`

async function monthIn(client: PoolClient, file: string): Promise<Month> {
  if (!existsSync(file) || !statSync(file).isFile())
    throw new StartProblem(`There is no file ${file}.`)
  const sha256 = await sha256Of(file)
  const { rows } = await client.query<Month & { lines: string; exists: boolean }>(
    `with month as (
      select name, sha256, lines::text as lines, ends_at as "endsAt",
        case when name not like 'until\\_%'
          then (ends_at at time zone 'UTC' - interval '1 month') at time zone 'UTC' end as "startsAt",
        to_regclass('audit_log_months.' || quote_ident(name)) is not null as exists
      from archived_audit_months where sha256 = $1 or file_name = $2
      order by sha256 = $1 desc limit 1)
    select month.*, exists (
      select from pg_inherits
        join pg_class part on part.oid = inhrelid
        cross join regexp_match(pg_get_expr(relpartbound, part.oid), $3) bound
      where inhparent = 'audit_log'::regclass
        and coalesce(bound[1], '-infinity')::timestamptz < month."endsAt"
        and bound[2]::timestamptz > coalesce(month."startsAt", '-infinity')) as "isCovered"
    from month`,
    [sha256, basename(file), BOUNDS],
  )
  const [found] = rows
  if (!found)
    throw new StartProblem(
      `${file} is no month that this shop has moved to a file, or it was loaded back already. The table archived_audit_months lists those that were moved. Nothing was changed.`,
    )
  if (found.sha256 !== sha256)
    throw new StartProblem(
      `${file} is damaged, or is not the file that was written for ${found.name}: its SHA-256 is ${sha256}, not ${found.sha256}. Nothing was changed. Use the copy in another backup.`,
    )
  if (found.exists && !found.isCovered)
    throw new StartProblem(
      `The audit log has a partition ${found.name} already. Nothing was changed.`,
    )
  return { ...found, lines: Number(found.lines) }
}

async function readFile(file: string, take?: Parameters<typeof readLines>[1]) {
  try {
    return await readLines(file, take)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))
      throw error
    throw new StartProblem(`${file} is damaged (${error.message}). Nothing was changed.`)
  }
}

/** One transaction: until it commits, nobody sees or waits for the table. */
async function load(client: PoolClient, month: Month, file: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      `create table audit_log_months.restoring (like audit_log including defaults including indexes)
        with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)`,
    )
    const read = await readFile(file, (lines) => insert(client, lines))
    if (read.sha256 !== month.sha256 || read.lines !== month.lines)
      throw new StartProblem(
        `${file} was changed while it was read. Nothing was changed in the log.`,
      )
    // With this constraint, attaching the table does not have to scan it.
    const { startsAt, endsAt } = month
    await client.query(
      `alter table audit_log_months.restoring add constraint lines_are_of_the_month check (at < '${endsAt.toISOString()}'
        and at >= '${startsAt?.toISOString() ?? '-infinity'}')`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** PostgreSQL parses the lines, so that no number or text in them changes. */
async function insert(client: PoolClient, lines: readonly string[]): Promise<void> {
  const { rowCount } = await client.query(
    `insert into audit_log_months.restoring (id, actor_id, action, noun, noun_id, before, after, at)
      select l.id, l.actor_id, l.action, l.noun, l.noun_id, given -> 'before', given -> 'after', l.at
      from jsonb_array_elements($1::jsonb) given
      cross join lateral jsonb_to_record(given)
        as l (id uuid, actor_id uuid, action text, noun text, noun_id text, at timestamptz)
      where given - '{id,actor_id,action,noun,noun_id,before,after,at}'::text[] = '{}'`,
    [`[${lines.join(',')}]`],
  )
  if (rowCount !== lines.length)
    throw new StartProblem(
      'The file has lines that this version does not know. Nothing was changed. Use the version that wrote it.',
    )
}

/** Adds the foreign key of the log; validating it afterwards blocks nobody. */
async function addForeignKey(client: PoolClient, retries?: LockRetries): Promise<void> {
  await inShortTransaction(
    client,
    async () => {
      await client.query(
        `alter table audit_log_months.restoring add constraint audit_log_actor_id_fkey
          foreign key (actor_id) references user_profiles (id) not valid`,
      )
    },
    retries,
  )
  await client.query(
    'alter table audit_log_months.restoring validate constraint audit_log_actor_id_fkey',
  )
}

/** Adds the lines to the partition that covers their time. */
async function addLines(client: PoolClient, month: Month, retries?: LockRetries): Promise<void> {
  await inShortTransaction(
    client,
    async () => {
      await client.query(
        `insert into audit_log (${COLUMNS}) select ${COLUMNS} from audit_log_months.restoring`,
      )
      await client.query('drop table audit_log_months.restoring')
      await unlistMonth(client, month)
    },
    retries,
  )
}

async function attach(client: PoolClient, month: Month, retries?: LockRetries): Promise<void> {
  const { name, startsAt, endsAt } = month
  const from = startsAt ? `'${startsAt.toISOString()}'` : 'minvalue'
  const part = `audit_log_months."${name}"`
  await inShortTransaction(
    client,
    async () => {
      await moveOtherLines(client, { startsAt, endsAt })
      await client.query(`alter table audit_log_months.restoring rename to "${name}"`)
      await client.query(
        `alter table audit_log attach partition ${part}
          for values from (${from}) to ('${endsAt.toISOString()}')`,
      )
      await client.query(`alter table ${part} drop constraint lines_are_of_the_month`)
      await unlistMonth(client, month)
    },
    retries,
  )
}

async function unlistMonth(client: PoolClient, { name, sha256 }: Month): Promise<void> {
  const { rowCount } = await client.query(
    'delete from archived_audit_months where name = $1 and sha256 = $2',
    [name, sha256],
  )
  if (rowCount !== 1)
    throw new StartProblem(`${name} was loaded back in the meantime. Nothing was changed.`)
}

/** Moves lines into the month that were written for it while it had no partition. */
async function moveOtherLines(
  client: PoolClient,
  { startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>,
): Promise<void> {
  await client.query('lock table audit_log_months.other in access exclusive mode')
  const within = "at >= coalesce($1::timestamptz, '-infinity') and at < $2"
  const bounds = [startsAt, endsAt]
  const found = `select from audit_log_months.other where ${within} limit 1`
  if ((await client.query(found, bounds)).rows.length === 0) return
  const trigger = 'trigger audit_log_is_append_only'
  await client.query(`alter table audit_log_months.other disable ${trigger}`)
  await client.query(
    `with taken as (delete from audit_log_months.other where ${within} returning ${COLUMNS})
      insert into audit_log_months.restoring (${COLUMNS}) select ${COLUMNS} from taken`,
    bounds,
  )
  await client.query(`alter table audit_log_months.other enable ${trigger}`)
}

/** Dropping a foreign key locks `user_profiles`, so this backs off and retries too. */
async function drop(client: PoolClient, retries?: LockRetries): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    "select to_regclass('audit_log_months.restoring')::text as found",
  )
  if (!rows[0]?.found) return
  await inShortTransaction(
    client,
    async () => {
      await client.query('drop table audit_log_months.restoring')
    },
    retries,
  )
}

function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === UNIQUE_VIOLATION)
    return new StartProblem('The audit log has lines of this file already. Nothing was changed.')
  if (error.code !== DISK_FULL) return error
  return new StartProblem(
    'The disk of the database is full. Nothing was changed: make room, and run this again.',
  )
}
