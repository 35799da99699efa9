import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

declare const poolBrand: unique symbol
declare const txBrand: unique symbol

/** The database outside any transaction. Commands take it and open the only transaction. */
export type Db = Kysely<DB> & { readonly [poolBrand]: true }

/** An open transaction. Parts of commands take it; nobody else can make one. */
export type Tx = Transaction<DB> & { readonly [txBrand]: true }

/** For reads that serve inside and outside a transaction. */
export type Read = Db | Tx

export type ConnectionTarget =
  | { readonly connectionString: string }
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

export function createPool(target: ConnectionTarget, options: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max: options.max ?? 20,
    application_name: 'hemline',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Before anything else on this connection; poolers keep it for the client.
    onConnect: async (client) => void (await client.query("set timezone = 'UTC'")),
  })
  // A connection that dies in use fails its query; without a listener it ends the app as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  // A connection that dies while idle is replaced by the pool; without a listener it ends the app.
  pool.on('error', () => {})
  return pool
}

export function createDb(pool: pg.Pool, options: { namedStatements?: boolean } = {}): Db {
  const named = options.namedStatements ?? true
  const dialect = new PostgresDialect({ pool: named ? namingStatements(pool) : pool })
  return new Kysely<DB>({ dialect }) as Db
}

const MOST_STATEMENTS = 500

/** Planning a catalogue page costs three times its execution, so statements are prepared once. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known) return known
    if (names.size >= MOST_STATEMENTS || !isPlanned(text)) return undefined
    const name = `h_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
    names.set(text, name)
    return name
  }
}

/** Not what opens and ends transactions, nor what changes tables: there is nothing to plan. */
function isPlanned(text: string): boolean {
  return /^\s*(select|insert|update|delete|merge|with)\b/i.test(text)
}

function namingStatements(pool: pg.Pool) {
  const nameOf = statementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (text: string, values: unknown[]) =>
          client.query({ text, values, name: nameOf(text) }),
        release: () => client.release(),
      }
    },
  } as unknown as pg.Pool
}

const openTransaction = new AsyncLocalStorage<true>()

/** True inside `inTransaction`: the outside must not be called while locks are held. */
export function transactionIsOpen(): boolean {
  return openTransaction.getStore() === true
}

const RETRIED = new Set(['40001', '40P01'])
const MOST_TRIES = 5

/**
 * Runs `work` in one READ COMMITTED transaction and commits what it returns.
 * Serialization failures and deadlocks repeat it whole, so `work` must have no other effect
 * than its SQL. Throwing rolls back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (transactionIsOpen()) throw new Error('a command opens the only transaction')
  for (let attempt = 1; ; attempt++) {
    try {
      return await openTransaction.run(true, () =>
        db.transaction().execute((tx) => work(tx as unknown as Tx)),
      )
    } catch (error) {
      if (attempt === MOST_TRIES || !RETRIED.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Rolls back the transaction it is thrown in, and becomes its result: see `inTransactionOrBack`. */
class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}

/**
 * Like `inTransaction`, but `work` may give up after it has written: `back(result)` undoes
 * everything and makes `result` the answer.
 */
export async function inTransactionOrBack<T>(
  db: Db,
  work: (tx: Tx, back: (result: T) => never) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, (tx) =>
      work(tx, (result) => {
        throw new RolledBack(result)
      }),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The constraint that refused, so that a command can turn it into its own problem. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** PostgreSQL's own words for "not now": starting, stopping, out of connections. */
const AWAY_STATES = /^(08|57P0|53300)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const AWAY_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection ended|not queryable/i

/** True when a query failed because the database cannot be reached, not because of the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const fromSocket = 'syscall' in error && 'code' in error && AWAY_CODES.has(String(error.code))
  return fromSocket || AWAY_WORDS.test(error.message)
}
