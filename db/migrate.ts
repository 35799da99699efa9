import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from './connection.ts'
import { StartProblem } from './embedded/start-problem.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** All migrations of this version, the oldest first. */
export async function migrationNames(folder = FOLDER): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => name.replace('.sql', ''))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, `${name}.sql`), 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Migrates a database to the newest schema, or to that of an earlier migration: first ours, then
 * the job queue's. Safe to call from several processes at once; needs a direct connection (no
 * transaction pooler). Returns the names applied.
 */
export async function migrate(target: ConnectionTarget, upTo?: string): Promise<string[]> {
  const pool = createPool(target, { max: 2, limited: false })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewerSchema(pool)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: readMigrations },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migrations_lock',
      // Migrations developed in parallel can be applied in any order; each fits the schema before
      // either.
      allowUnorderedMigrations: true,
    })
    const { error, results } = await (upTo === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(upTo))
    if (error) throw error
    await runMigrations({ pgPool: pool })
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/** An older version could damage data of a newer schema that it does not know. */
async function refuseNewerSchema(pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('schema_migrations')::text as found",
  )
  if (!tables[0]?.found) return
  const known = await migrationNames()
  const { rows } = await pool.query<{ name: string }>(
    'select name from schema_migrations where name <> all($1) order by name',
    [known],
  )
  const [first] = rows
  if (!first) return
  throw new StartProblem(
    `The database was migrated by a newer version of Hemline (migration ${first.name}). Start that version again, or restore a backup made before the upgrade.`,
  )
}
