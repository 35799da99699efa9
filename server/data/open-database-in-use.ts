import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { hasCluster } from '#db/embedded/cluster-home.ts'
import { findRunningPostgres } from '#db/embedded/running-postgres.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import type { Settings } from '#server/settings/settings.ts'
import { openDatabase, placeOfData } from './database.ts'

export interface Opened {
  readonly target: ConnectionTarget
  readonly directTarget: ConnectionTarget
  /** Another process runs it, with the schema of its own version. */
  readonly isRunning: boolean
  explain(error: unknown): unknown
  close(): Promise<void>
}

/** The database from the settings, even while the app is running on it. */
export async function openDatabaseInUse(
  settings: Settings,
  say: (line: string) => void,
  options?: Parameters<typeof openDatabase>[2],
): Promise<Opened> {
  try {
    return { ...(await openDatabase(settings, say, options)), isRunning: false }
  } catch (refusal) {
    if (!(refusal instanceof StartProblem) || settings.database.kind !== 'embedded') throw refusal
    const target = findRunningPostgres(settings.dataDir)
    if (!target || !(await answers(target))) throw refusal
    return {
      target,
      directTarget: target,
      isRunning: true,
      explain: (error) => error,
      close: async () => {},
    }
  }
}

/** The same for a command that needs an existing shop: it never creates a database. */
export async function openExistingDatabase(
  settings: Settings,
  say: (line: string) => void,
): Promise<Opened> {
  const { database, dataDir } = settings
  if (database.kind === 'embedded' && !hasCluster(dataDir)) throw noShop(settings)
  const opened = await openDatabaseInUse(settings, say)
  if (await hasTables(opened.directTarget)) return opened
  await opened.close()
  throw noShop(settings)
}

function noShop(settings: Settings): StartProblem {
  return new StartProblem(
    `No shop has been started on the database ${placeOfData(settings)}: run this command with the settings of the shop and as its user. docs/operations.md says how under "Ways to run it".`,
  )
}

async function hasTables(target: ConnectionTarget): Promise<boolean> {
  const pool = createPool(target, { max: 1 })
  try {
    const { rows } = await pool.query("select to_regclass('schema_migrations') as found")
    return rows[0]?.found !== null
  } finally {
    await pool.end()
  }
}

async function answers(target: ConnectionTarget): Promise<boolean> {
  const pool = createPool(target, { max: 1 })
  try {
    await pool.query('select from user_profiles limit 1')
    return true
  } catch {
    return false
  } finally {
    await pool.end()
  }
}
