import type { Socket } from 'node:net'
import pg from 'pg'
import { readInstant } from './instant.ts'

export type ConnectionTarget =
  | {
      readonly connectionString: string
      /** Statements go through a pooler that lends a connection for one transaction at a time. */
      readonly isPooled?: boolean
    }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
    }

// Dates stay as PostgreSQL's text: a rental day has no time and no time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// With the microseconds that a Date cannot hold.
const readDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => readInstant(text, readDate))

/**
 * Time limits in milliseconds, so that one hanging process cannot block all others.
 * docs/operations.md lists them.
 */
const limits = {
  lock_timeout: 3_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 10_000,
  // JIT compilation takes longer than running any of our statements.
  jit: 'off',
} as const

/**
 * PostgreSQL itself ends statements that take too long; if it is silent for longer than this, it
 * counts as unreachable.
 */
const SILENCE_MS = 25_000

function limitsSet(set: 'set' | 'set local'): string {
  return Object.entries(limits)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ')
}

/** The role and the database can have default limits. */
const UNLIMITED =
  'set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'

/**
 * Begins a transaction with time limits. Session settings behind a pooler would affect others too.
 */
export const limitedBegin = `begin; ${limitsSet('set local')}`

export interface PoolOptions {
  /** The maximum number of connections. */
  readonly max?: number
  /** False for work without a time limit: migrations, a backup. */
  readonly limited?: boolean
  /** The limit for waiting for a lock, for a pool without other limits. */
  readonly lockTimeoutMs?: number
  /** How long a response may take before its connection counts as dead. */
  readonly silenceMs?: number
  /** For a replica. Not through a pooler: the setting would affect others too. */
  readonly readOnly?: boolean
}

export function createPool(
  target: ConnectionTarget,
  {
    max = 20,
    limited = true,
    lockTimeoutMs,
    silenceMs = SILENCE_MS,
    readOnly = false,
  }: PoolOptions = {},
): pg.Pool {
  const sets = ["set timezone = 'UTC'"]
  if (!isPooled(target)) sets.push(limited ? limitsSet('set') : UNLIMITED)
  if (readOnly) sets.push('set default_transaction_read_only = on')
  if (lockTimeoutMs) sets.push(`set lock_timeout = ${lockTimeoutMs}`)
  const pool = new pg.Pool({
    ...target,
    max,
    application_name: 'hemline',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Detects within 20 seconds that the other end of an idle connection is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limited && { query_timeout: silenceMs }),
    // Runs before anything else on this connection; poolers store the time zone for the client.
    onConnect: async (client) => void (await client.query(sets.join('; '))),
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    // A connection that breaks in use fails its query; without a listener it would also end the
    // app.
    client.on('error', () => {})
    endWhenSilent(client, () => {
      // The pool's idle connections are probably dead too, and a query on each would time out.
      for (const one of idle) closeAtOnce(one)
    })
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  // A connection that breaks while idle is replaced by the pool; without a listener it would end
  // the app.
  pool.on('error', () => {})
  return pool
}

function isPooled(target: object): boolean {
  return 'isPooled' in target && target.isPooled === true
}

/** Through a pooler each transaction sets its limits itself. */
export function needsLimitedBegin(pool: pg.Pool): boolean {
  return isPooled(pool.options)
}

/**
 * After a timeout `pg` keeps the connection, on which the next query would time out too. This
 * closes it.
 */
function endWhenSilent(client: pg.PoolClient, onSilence: () => void): void {
  const send: (...query: unknown[]) => unknown = client.query.bind(client)
  const sendAndWatch = (...query: unknown[]) => {
    const answer = send(...query)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (!isSilence(error)) return
        closeAtOnce(client)
        onSilence()
      })
    }
    return answer
  }
  client.query = sendAndWatch as typeof client.query
}

/** Closes a connection without waiting for its queries. */
export function closeAtOnce(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

/** How many bytes have arrived on a connection. */
export function bytesReceived(client: pg.ClientBase): number {
  return streamOf(client).bytesRead
}

function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** Whether a query failed because `pg` got no response in time. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
