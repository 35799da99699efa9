import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { migrate } from '#db/migrate.ts'

/** On disk, so that it survives restarts of the machine. */
export const SEED_FOLDER = '/var/tmp/hemline-bench'

/** Refuses a database with rows that `bench:seed` has not written, then migrates it. */
export async function prepare(target: EmbeddedPostgres['connection']): Promise<void> {
  const pool = new pg.Pool({ ...target, max: 1 })
  try {
    if (await isForeign(pool)) {
      throw new StartProblem('This database belongs to a shop: bench:seed fills only its own.')
    }
  } finally {
    await pool.end()
  }
  await migrate(target)
}

// Settings for large writes, without what only a shop in use needs.
const fillSettings = {
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
} as const

/** Sets the whole server's settings for filling it, or resets them. */
export async function setServer(
  target: EmbeddedPostgres['connection'],
  to: 'filling' | 'reset',
): Promise<void> {
  const pool = new pg.Pool({ ...target, max: 1 })
  try {
    for (const [name, value] of Object.entries(fillSettings)) {
      await pool.query(
        to === 'filling' ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`,
      )
    }
    await pool.query('select pg_reload_conf()')
  } finally {
    await pool.end()
  }
}

/** Opens the database in this folder, creating it if there is none. */
export async function openOwnDatabase(folder: string, say: (line: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, onLog: say })
  try {
    await prepare(postgres.connection)
    // An interrupted run may have left its settings.
    await setServer(postgres.connection, 'reset')
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return postgres
}

async function isForeign(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_ours: boolean; is_migrated: boolean }>(
    `select to_regnamespace('bench_seed') is not null as is_ours,
      to_regclass('user_profiles') is not null as is_migrated`,
  )
  if (rows[0]?.is_ours || !rows[0]?.is_migrated) return false
  const { rowCount } = await pool.query('select from user_profiles limit 1')
  return rowCount !== 0
}
