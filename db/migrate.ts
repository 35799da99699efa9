import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type ConnectionTarget, createPool } from './connection.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, name), 'utf8')
    return [name.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Brings a database to the newest schema: ours, then the job queue's. Safe to call from several
 * processes at once; needs a direct connection (no transaction pooler). Returns the names applied.
 */
export async function migrate(target: ConnectionTarget): Promise<string[]> {
  const pool = createPool(target, { max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: readMigrations },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migrations_lock',
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    await runMigrations({ pgPool: pool })
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}
