import pg from 'pg'

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

// Dates stay the text that PostgreSQL writes: a rental day has no time and no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * How long anything may take, in milliseconds, so that one process that hangs cannot keep all others
 * waiting. docs/operations.md tells them.
 */
const limits = {
  lock_timeout: 3_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 10_000,
  // Compiling a statement takes longer than running any of ours.
  jit: 'off',
} as const

/** PostgreSQL itself ends what takes too long; whoever says nothing for longer cannot be reached. */
const SILENCE_MS = 25_000

function limitsSet(set: 'set' | 'set local'): string {
  return Object.entries(limits)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ')
}

/** A transaction that ends by itself. What a pooler keeps of a session is another one's too. */
export const limitedBegin = `begin; ${limitsSet('set local')}`

export interface PoolOptions {
  /** How many connections at most. */
  readonly max?: number
  /** False for what takes its time: migrations, a backup. */
  readonly limited?: boolean
  /** How long an answer may take before its connection counts as dead. */
  readonly silenceMs?: number
}

export function createPool(
  target: ConnectionTarget,
  { max = 20, limited = true, silenceMs = SILENCE_MS }: PoolOptions = {},
): pg.Pool {
  const sets = ["set timezone = 'UTC'"]
  if (limited && !isPooled(target)) sets.push(limitsSet('set'))
  const pool = new pg.Pool({
    ...target,
    max,
    application_name: 'hemline',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // An idle connection whose other end is gone is noticed within 20 seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limited && { query_timeout: silenceMs }),
    // Before anything else on this connection; poolers keep the zone for the client.
    onConnect: async (client) => void (await client.query(sets.join('; '))),
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    // A connection that dies in use fails its query; without a listener it ends the app as well.
    client.on('error', () => {})
    endWhenSilent(client, () => {
      // What else waits in the pool has probably died with it, and would cost somebody as long.
      for (const one of idle) cut(one)
    })
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  // A connection that dies while idle is replaced by the pool; without a listener it ends the app.
  pool.on('error', () => {})
  return pool
}

function isPooled(target: object): boolean {
  return 'isPooled' in target && target.isPooled === true
}

/** Through a pooler each transaction brings its limits along. */
export function needsLimitedBegin(pool: pg.Pool): boolean {
  return isPooled(pool.options)
}

/** `pg` gives up an answer, but not the connection, on which the next query would wait as long. */
function endWhenSilent(client: pg.PoolClient, onSilence: () => void): void {
  const send: (...query: unknown[]) => unknown = client.query.bind(client)
  const sendAndWatch = (...query: unknown[]) => {
    const answer = send(...query)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (!isSilence(error)) return
        cut(client)
        onSilence()
      })
    }
    return answer
  }
  client.query = sendAndWatch as typeof client.query
}

function cut(client: pg.PoolClient): void {
  ;(client as unknown as { connection: pg.Connection }).connection.stream.destroy()
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
