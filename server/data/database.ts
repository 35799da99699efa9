import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type ConnectionTarget, isDatabaseUnavailable } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { migrate } from '#db/migrate.ts'
import type { Settings } from '#server/settings/settings.ts'

export interface Database {
  target: ConnectionTarget
  directTarget: ConnectionTarget
  /** Resolves with a message when the embedded database cannot be kept running. */
  lost: Promise<string>
  /** Replaces an error by one that says how to fix it, if the database's log explains it. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

/** PostgreSQL 15 is the oldest whose features we use. */
const oldestVersion = 15
/** Half a minute, enough when app and database start at the same time. */
const MAX_TRIES = 15
const WAIT_MS = 2_000

/** A direct URL implies a pooler. */
function isPooled({ url, directUrl }: { url: string; directUrl: string }): boolean {
  return url !== directUrl
}

/** Opens the embedded PostgreSQL or the one from the settings, once it is reachable. */
export async function openDatabase(
  { database, dataDir, preparedStatements }: Settings,
  say: (line: string) => void,
  { tries = MAX_TRIES } = {},
): Promise<Database> {
  if (database.kind === 'url') {
    const directTarget = { connectionString: database.directUrl }
    await checkReachable(directTarget, say, tries)
    await checkDirect(directTarget, isPooled(database) ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    if (preparedStatements) {
      await checkPreparedStatements({ connectionString: database.url })
    }
    return {
      target: {
        connectionString: database.url,
        isPooled: isPooled(database),
      },
      directTarget,
      lost: new Promise(() => {}),
      explain: (error) => error,
      close: async () => {},
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onLog: say })
  return {
    target: embedded.connection,
    directTarget: embedded.connection,
    lost: embedded.lost.then(
      (why) => `PostgreSQL keeps stopping (${why}). Its log is ${dataDir}/postgres.log.`,
    ),
    explain: embedded.explain,
    close: embedded.stop,
  }
}

/** Waits for a database that is still starting, but not for one that refuses the connection. */
async function checkReachable(
  target: { connectionString: string },
  say: (line: string) => void,
  tries: number,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ ...target, connectionTimeoutMillis: 10_000 })
    try {
      await client.connect()
      return await checkVersion(client)
    } catch (error) {
      if (error instanceof StartProblem) throw error
      const problem = `The database at ${placeOf(target)} cannot be used: ${reason(error)}.`
      if (attempt === tries || !isRetryable(error)) throw new StartProblem(problem)
      if (attempt === 1) say(`${problem} Waiting for it …`)
      await pause(WAIT_MS)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isRetryable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    isDatabaseUnavailable(error) ||
    /^(EAI_AGAIN|ENOTFOUND)$/.test(code) ||
    /timeout/.test(error.message)
  )
}

function placeOf({ connectionString }: { connectionString: string }): string {
  const { hostname, port } = new URL(connectionString)
  return `${hostname}${port && `:${port}`}`
}

/** Where the data is stored, in words. */
export function placeOfData({ database, dataDir }: Pick<Settings, 'database' | 'dataDir'>): string {
  if (database.kind === 'embedded') return `in ${dataDir}`
  const { pathname } = new URL(database.directUrl)
  return `${pathname.slice(1)} on ${placeOf({ connectionString: database.directUrl })}`
}

async function checkVersion(client: Client): Promise<void> {
  const { rows } = await client.query('show server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version >= oldestVersion) return
  throw new StartProblem(
    `The database is PostgreSQL ${version}: Hemline needs ${oldestVersion} or newer.`,
  )
}

/**
 * Checks that two clients each keep their own PostgreSQL process. Behind a transaction pooler they
 * share processes: notifications of jobs would be lost, and locks and settings of one client would
 * apply to another.
 */
async function checkDirect(target: ConnectionTarget, setting: string): Promise<void> {
  const processes = await withTwoClients(target, async ([first, second]) => {
    const found: unknown[] = []
    for (const client of [first, first, second, second]) {
      const { rows } = await client.query('select pg_backend_pid() as id')
      found.push(rows[0]?.id)
    }
    return found
  })
  const [first, firstAgain, second, secondAgain] = processes
  if (first === firstAgain && second === secondAgain && first !== second) return
  throw new StartProblem(
    `${setting} leads to a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the address of the database itself.`,
  )
}

async function withTwoClients<T>(
  target: ConnectionTarget,
  work: (clients: readonly [Client, Client]) => Promise<T>,
): Promise<T> {
  const clients = [new Client({ ...target }), new Client({ ...target })] as const
  try {
    for (const client of clients) await client.connect()
    return await work(clients)
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

/**
 * PostgreSQL's errors for a prepared statement that another client has made, or that does not
 * exist.
 */
const STATEMENT_NAME_ERRORS = new Set(['42P05', '26000'])

/**
 * Prepares one statement with two clients. A pooler that lends both the same connection without
 * tracking prepared statements fails here instead of later under load.
 */
export async function checkPreparedStatements(target: ConnectionTarget): Promise<void> {
  const name = `h_probe_${process.pid}`
  try {
    await withTwoClients(target, async (clients) => {
      for (const client of [...clients, ...clients]) await client.query({ name, text: 'select 1' })
    })
  } catch (error) {
    if (!(error instanceof DatabaseError) || !STATEMENT_NAME_ERRORS.has(error.code ?? ''))
      throw error
    throw new StartProblem(
      'The connection pooler does not support prepared statements: set STATEMENTS=unnamed, or use PgBouncer 1.21 or newer with max_prepared_statements.',
    )
  }
}

/** The error of the system or of PostgreSQL; never the URL, which contains the password. */
function reason(error: unknown): string {
  if (error instanceof DatabaseError) return error.message
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Migrates the database to this version's schema. */
export async function migrateDatabase(
  database: Pick<Database, 'directTarget' | 'explain'>,
  say: (line: string) => void,
) {
  const applied = await migrate(database.directTarget, { say }).catch((error: unknown) => {
    throw database.explain(error)
  })
  const { length } = applied
  if (length > 0) say(`Database migrated (${length} migration${length === 1 ? '' : 's'}).`)
}
