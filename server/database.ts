import { Client, DatabaseError } from 'pg'
import type { ConnectionTarget } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { migrate } from '#db/migrate.ts'
import type { Settings } from './settings.ts'

export interface Database {
  target: ConnectionTarget
  directTarget: ConnectionTarget
  /** Resolves with a sentence when the embedded database has ended by itself. */
  lost: Promise<string>
  close(): Promise<void>
}

/** PostgreSQL 15 is the oldest whose features we use. */
const oldestVersion = 15

/** Our own PostgreSQL or the one that the settings name, reachable. */
export async function openDatabase(
  { database, dataDir }: Settings,
  say: (line: string) => void,
): Promise<Database> {
  if (database.kind === 'url') {
    const directTarget = { connectionString: database.directUrl }
    await checkReachable(directTarget)
    return {
      target: { connectionString: database.url },
      directTarget,
      lost: new Promise(() => {}),
      close: async () => {},
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onLog: say })
  return {
    target: embedded.connection,
    directTarget: embedded.connection,
    lost: embedded.lost.then(
      (why) => `PostgreSQL has ended by itself (${why}). Its log is ${dataDir}/postgres.log.`,
    ),
    close: embedded.stop,
  }
}

async function checkReachable(target: { connectionString: string }): Promise<void> {
  const client = new Client({ ...target, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (version < oldestVersion) {
      throw new StartProblem(
        `The database is PostgreSQL ${version}: Hemline needs ${oldestVersion} or newer.`,
      )
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const { hostname, port } = new URL(target.connectionString)
    throw new StartProblem(
      `The database at ${hostname}${port && `:${port}`} cannot be used: ${reason(error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** What the system or PostgreSQL said; never the address, which holds the password. */
function reason(error: unknown): string {
  if (error instanceof DatabaseError) return error.message
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Brings the database to this version's schema. */
export async function migrateDatabase(database: Database, say: (line: string) => void) {
  const applied = await migrate(database.directTarget)
  if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
}
