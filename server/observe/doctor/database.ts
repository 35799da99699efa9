import type { Pool } from 'pg'
import type { Db } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { migrationNames, refuseOtherSchema } from '#db/migrate.ts'
import { wrongPaymentMode } from '#domain/money/checkout/payment-mode.ts'
import { paymentModeOf } from '#server/settings/payments.ts'
import type { Settings } from '#server/settings/settings.ts'
import { type Found, found, problem } from './check.ts'

/** Pages are cached this long; with more skew, processes and queue disagree about what is due. */
const MAX_SKEW_MS = 2_000
/** The connections of the job queue, besides the pool. */
const QUEUE_CONNECTIONS = 6
/** The direct connection of the job that runs the integrity checks behind a pooler. */
const CHECK_CONNECTIONS = 1

/** Whether the schema is the one of this version. */
export async function checkMigrations(pool: Pool): Promise<Found> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('schema_migrations')::text as found",
  )
  if (!tables[0]?.found) return { ok: 'an empty database, which the first start sets up' }
  try {
    await refuseOtherSchema(pool)
  } catch (error) {
    if (error instanceof StartProblem) return { problems: [error.message] }
    throw error
  }
  const names = await migrationNames()
  const { rows } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where name not in (select name from schema_migrations) order by name',
    [names],
  )
  const [first] = rows
  if (!first) return { ok: `all ${names.length} migrations are applied` }
  const words =
    rows.length === 1
      ? `1 migration of this version is missing: ${first.name}. Make a backup, then start this version to apply it.`
      : `${rows.length} migrations of this version are missing, the first is ${first.name}. Make a backup, then start this version to apply them.`
  return { problems: [words] }
}

/** Whether the payment mode is the one that this database has used so far. */
export async function checkPaymentMode(
  db: Db,
  { payments }: Pick<Settings, 'payments'>,
): Promise<Found> {
  const mode = paymentModeOf(payments)
  const problem = await wrongPaymentMode(db, mode)
  return problem === null ? { ok: `mode "${mode}"` } : { problems: [problem] }
}

type Numbers = { max: number; reserved: number; in_use: number }

/** Whether the database accepts as many connections as the processes of this machine may open. */
export async function checkConnections(
  pool: Pool,
  {
    database,
    databasePool,
    webProcesses,
  }: Pick<Settings, 'database' | 'databasePool' | 'webProcesses'>,
): Promise<Found> {
  const { rows } = await pool.query<Numbers>(
    `select current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as in_use`,
  )
  const { max, reserved, in_use: inUse } = rows[0] ?? { max: 0, reserved: 0, in_use: 0 }
  const isPooled = database.kind === 'url' && database.url !== database.directUrl
  // Each process uses one more connection to look for half-open ones; a Unix socket has none.
  const watching = database.kind === 'url' ? webProcesses : 0
  const needed = isPooled
    ? QUEUE_CONNECTIONS + CHECK_CONNECTIONS
    : databasePool * webProcesses + watching + QUEUE_CONNECTIONS
  const usable = max - reserved
  const words = isPooled
    ? `the jobs need ${needed}`
    : `the web processes of this machine need up to ${needed} (DATABASE_POOL ${databasePool} × WEB_PROCESSES ${webProcesses} + ${watching + QUEUE_CONNECTIONS})`
  const problems: string[] = []
  if (needed > usable) {
    problems.push(
      `The database accepts ${usable} connections, and ${words}: raise max_connections, lower DATABASE_POOL or WEB_PROCESSES, or use a pooler.`,
    )
  }
  if (usable - inUse < 2) {
    problems.push(
      `${inUse} of ${usable} connections of the database are in use: raise max_connections, or find out in pg_stat_activity who has them.`,
    )
  }
  return found(problems, `${inUse} of ${usable} in use; ${words}`)
}

/** Whether this machine and the database agree about the time. */
export async function checkClock(pool: Pool, clock: () => number = Date.now): Promise<Found> {
  const before = clock()
  const { rows } = await pool.query<{ now: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  const after = clock()
  const skew = Number(rows[0]?.now) - (before + after) / 2
  // Half of the round trip is unknown.
  if (Math.abs(skew) - (after - before) / 2 <= MAX_SKEW_MS) return { ok: 'the same time' }
  const seconds = Math.round(Math.abs(skew) / 1000)
  return problem(
    `The clock of the database is ${seconds} seconds ${skew > 0 ? 'ahead of' : 'behind'} the one of this machine: synchronize both (NTP).`,
  )
}
