import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'
import {
  beginWithSchema,
  LAST_OF_0_1,
  recordedMigrations,
  recordMigration,
  schemaOf,
} from './baseline.ts'
import { type ConnectionTarget, createPool } from './connection.ts'
import {
  type ConcurrentStatement,
  type MigrationFile,
  migrationNames,
  readMigration,
} from './migration-files.ts'

export { migrationNames } from './migration-files.ts'

export interface MigrateOptions {
  /** The last migration to apply; by default the newest. */
  readonly upTo?: string
  /** Instead of the migrations of this version. */
  readonly folder?: string
  /** Called once when a migration has to wait for others. */
  readonly say?: (line: string) => void
  readonly retries?: LockRetries
}

interface LockRetries {
  readonly lockMs: number
  readonly pauseMs: number
  readonly tries: number
}

/**
 * A session that waits for a lock blocks all later ones, so a migration backs off long before the
 * requests behind it time out (3 seconds), and retries for about ten minutes.
 */
const usualRetries: LockRetries = { lockMs: 1_000, pauseMs: 2_000, tries: 200 }

/** The lock of earlier versions too, which must not migrate at the same time. */
const MIGRATION_LOCK = '3853314791062309107'
const POLL_MS = 100

/**
 * Migrates a database to the newest schema, or to that of an earlier migration: first ours, each in
 * its own transaction, after which the constraints it has added as `not valid` are validated; then
 * the job queue's. A new database begins with db/schema/. Safe to call from several processes at
 * once; needs a direct connection (no transaction pooler). Returns the names applied.
 */
export async function migrate(
  target: ConnectionTarget,
  { upTo, folder, say = () => {}, retries = usualRetries }: MigrateOptions = {},
): Promise<string[]> {
  const { lockMs } = retries
  const pool = createPool(target, { max: 2, limited: false, lockTimeoutMs: lockMs })
  try {
    await refuseOtherSchema(pool, folder)
    const client = await pool.connect()
    try {
      await waitForOtherMigrators(client)
      // Meanwhile a process of a newer version may have migrated.
      await refuseOtherSchema(pool, folder)
      await beginWithSchema(client)
      const validate = () =>
        retryWhileLocked('a constraint', say, retries, () => validateConstraints(client))
      // After a migration that was interrupted before this.
      await validate()
      const applied: string[] = []
      for (const name of await pendingMigrations(client, folder)) {
        if (upTo !== undefined && name > upTo) break
        const migration = await readMigration(name, folder)
        await retryWhileLocked(`migration ${name}`, say, retries, () =>
          apply(client, migration, lockMs),
        )
        await validate()
        applied.push(name)
      }
      await retryWhileLocked('the job queue', say, retries, () => runMigrations({ pgPool: pool }))
      return applied
    } finally {
      // The lock ends with its connection.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Polls: a waiting statement would hold a snapshot, for which a concurrent index would wait. */
async function waitForOtherMigrators(client: PoolClient): Promise<void> {
  const tryLock = `select pg_try_advisory_lock(${MIGRATION_LOCK}) as is_ours`
  while (!(await client.query<{ is_ours: boolean }>(tryLock)).rows[0]?.is_ours) await pause(POLL_MS)
}

async function pendingMigrations(client: PoolClient, folder?: string): Promise<string[]> {
  const applied = await recordedMigrations(client)
  // Migrations developed in parallel can be applied in any order: they do not depend on each other.
  return (await migrationNames(folder)).filter((name) => !applied.includes(name))
}

async function apply(
  client: PoolClient,
  { name, text, alone }: MigrationFile,
  lockMs: number,
): Promise<void> {
  if (alone) {
    // These statements block nobody while they wait, and would start over after a timeout.
    await client.query('set lock_timeout = 0')
    for (const statement of alone) await runConcurrently(client, statement, lockMs)
    await recordMigration(client, name)
    await client.query(`set lock_timeout = ${lockMs}`)
    return
  }
  try {
    await client.query('begin')
    await client.query(text)
    await recordMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Reads whole tables, but in transactions of their own, so that it blocks neither readers nor writers. */
async function validateConstraints(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ on: string; name: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name from pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { on, name } of rows)
    await client.query(`alter table ${on} validate constraint ${name}`)
}

/** An earlier attempt may have finished, or left an invalid index, which is created again. */
async function runConcurrently(
  client: PoolClient,
  { kind, index, text }: ConcurrentStatement,
  lockMs: number,
): Promise<void> {
  if (kind === 'create' && (await isPartitioned(client, text)))
    return await indexPartitions(client, { index, text }, lockMs)
  const { rows } = await client.query<{ is_valid: boolean }>(
    'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  const [found] = rows
  if (kind === 'drop' ? !found : found?.is_valid) return
  if (kind === 'create' && found) await client.query(`drop index concurrently ${index}`)
  await client.query(text)
}

const INDEXED_TABLE = /\bconcurrently\s+\w+\s+on\s+(\w+)/i

async function isPartitioned(client: PoolClient, text: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_class where oid = to_regclass($1) and relkind = 'p'",
    [INDEXED_TABLE.exec(text)?.[1]],
  )
  return rows.length > 0
}

/**
 * PostgreSQL cannot create an index of a partitioned table concurrently. So each partition gets its
 * own, which is attached to the index of the whole table. That one is valid once all are attached.
 */
async function indexPartitions(
  client: PoolClient,
  { index, text }: Pick<ConcurrentStatement, 'index' | 'text'>,
  lockMs: number,
): Promise<void> {
  const table = INDEXED_TABLE.exec(text)?.[1] ?? ''
  const createOn = (how: string, name: string, on: string) =>
    text.replace(/\bconcurrently\s+\w+\s+on\s+\w+/i, `${how} ${name} on ${on}`)
  // These statements lock out writers, so they must not wait for their locks.
  const briefly = async (statement: string) => {
    await client.query(`set lock_timeout = ${lockMs}`)
    await client.query(statement)
    await client.query('set lock_timeout = 0')
  }
  // Comes first, so that partitions added from now on get the index when they are created.
  await briefly(createOn('if not exists', index, `only ${table}`))
  const { rows: partitions } = await client.query<{ name: string; schema: string; part: string }>(
    `select p.relname as name, p.relnamespace::regnamespace::text as schema, p.oid::regclass::text as part
      from pg_inherits h join pg_class p on p.oid = h.inhrelid
      where h.inhparent = to_regclass($1) order by p.relname`,
    [table],
  )
  for (const { name, schema, part } of partitions) {
    const own = `${index}_of_${name}`
    const { rows } = await client.query<{ is_valid: boolean; is_attached: boolean }>(
      `select i.indisvalid as is_valid, c.relispartition as is_attached
        from pg_index i join pg_class c on c.oid = i.indexrelid where c.oid = to_regclass($1)`,
      [`${schema}.${own}`],
    )
    const [found] = rows
    if (found?.is_attached) continue
    if (found && !found.is_valid) await client.query(`drop index concurrently ${schema}.${own}`)
    if (!found?.is_valid) await client.query(createOn('concurrently', own, part))
    await briefly(`alter index ${index} attach partition ${schema}.${own}`)
  }
}

/** PostgreSQL's errors for a lock that was not available in time, and for a deadlock. */
const LOCKED = new Set(['55P03', '40P01'])

async function retryWhileLocked(
  what: string,
  say: (line: string) => void,
  { pauseMs, tries }: LockRetries,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof DatabaseError) || !LOCKED.has(error.code ?? '')) throw error
      if (attempt >= tries) {
        throw new StartProblem(
          `The database could not be migrated (${what}): another session kept a table locked, such as a dump or a long transaction. Find it in pg_stat_activity, let it finish or end it, and start again.`,
        )
      }
      if (attempt === 1) say(`Waiting for a table that others are using (${what}) …`)
      await pause(pauseMs)
    }
  }
}

/**
 * An older version could damage data of a newer schema that it does not know, and no migration of this
 * one upgrades a schema older than that of version 0.1.0.
 */
export async function refuseOtherSchema(pool: Pool, folder?: string): Promise<void> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('schema_migrations')::text as found",
  )
  if (!tables[0]?.found) return
  const recorded = await recordedMigrations(pool)
  const [newer] = await unknownMigrations(recorded, folder)
  if (newer) {
    throw new StartProblem(
      `The database was migrated by a newer version of Hemline (migration ${newer}). Start that version again, or restore a backup made before the upgrade.`,
    )
  }
  schemaOf(recorded)
}

/** Those that only a newer version has. */
export async function unknownMigrations(
  names: readonly string[],
  folder?: string,
): Promise<string[]> {
  const known = await migrationNames(folder)
  return names.filter((name) => name > LAST_OF_0_1 && !known.includes(name)).sort()
}
