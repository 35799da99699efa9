import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  type BinaryOperationNode,
  Kysely,
  type KyselyPlugin,
  type LimitNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type Transaction,
  ValueNode,
} from 'kysely'
import pg from 'pg'
import { withMicroseconds } from './instant.ts'
import { limitedBegin, needsLimitedBegin } from './pool.ts'
import type { DB } from './types.ts'

declare const poolBrand: unique symbol
declare const txBrand: unique symbol

/** The database outside any transaction. Commands take it and open the only transaction. */
export type Db = Kysely<DB> & { readonly [poolBrand]: true }

/** An open transaction. Parts of commands take it; only `inTransaction` can make one. */
export type Tx = Transaction<DB> & { readonly [txBrand]: true }

/** For reads that work inside and outside a transaction. */
export type DbOrTx = Db | Tx

export { type ConnectionTarget, createPool } from './pool.ts'

export type DbOptions = {
  readonly namedStatements?: boolean
  /** Wraps each query; receives its text. */
  readonly around?: AroundQuery
}

export type AroundQuery = <T>(text: string, query: () => Promise<T>) => Promise<T>

export function createDb(pool: pg.Pool, options: DbOptions = {}): Db {
  const nameOf = (options.namedStatements ?? true) ? statementNames() : () => undefined
  const dialect = new Dialect({
    pool: forKysely(pool, nameOf, options.around ?? ((_, query) => query())),
  })
  return new Kysely<DB>({ dialect }) as Db
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new QueryCompiler()
  }
}

/**
 * Writes statements that are planned once instead of for each request. Of a limit that is a parameter
 * PostgreSQL expects a tenth of all rows, so that it is a constant; and a list is one parameter, so that
 * its statement is the same for any number of values.
 */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit)) this.appendImmediateValue(limit.value)
    else this.visitNode(limit)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand: list } = node
    const comparison = OperatorNode.is(operator) ? COMPARISONS.get(operator.operator) : undefined
    if (comparison && PrimitiveValueListNode.is(list)) {
      this.visitNode(leftOperand)
      this.append(` ${comparison}(`)
      this.appendValue(list.values)
      this.append(')')
    } else super.visitBinaryOperation(node)
  }
}

const COMPARISONS: ReadonlyMap<unknown, string> = new Map([
  ['in', '= any'],
  ['not in', '<> all'],
])

const MAX_STATEMENTS = 500

/**
 * Planning the queries of a catalogue page takes three times as long as running them, so statements
 * are prepared.
 */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known) return known
    if (names.size >= MAX_STATEMENTS || !isPlanned(text)) return undefined
    const name = `h_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
    names.set(text, name)
    return name
  }
}

/** Statements that begin and end transactions or change tables have no plan worth caching. */
function isPlanned(text: string): boolean {
  return /^\s*(select|insert|update|delete|merge|with)\b/i.test(text)
}

/** Undefined: the limit of the pool applies. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout: number | undefined }

/** Adapts the pool for Kysely: statements are prepared, and transactions have the pool's limits. */
function forKysely(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
  around: AroundQuery,
) {
  const begin = needsLimitedBegin(pool) ? limitedBegin : 'begin'
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (text: string, values: unknown[]) =>
          around(text, () => {
            const query: TimedQuery = {
              text: text === 'begin' ? begin : text,
              values: withMicroseconds(values),
              name: nameOf(text),
              query_timeout: queryTimeout.getStore(),
            }
            return client.query(query)
          }),
        release: () => client.release(),
      }
    },
  } as unknown as pg.Pool
}

const queryTimeout = new AsyncLocalStorage<number>()

/** Waits longer for queries than requests do: for jobs with statements that may take that long. */
export function withQueryTimeout<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return queryTimeout.run(milliseconds, work)
}

const openTransaction = new AsyncLocalStorage<true>()

/** True inside `inTransaction`: no external service may be called while locks are held. */
export function transactionIsOpen(): boolean {
  return openTransaction.getStore() === true
}

/** What happens in a transaction before and after the work of its command. */
type TransactionPart<Result> = {
  readonly before: (tx: Tx) => Promise<void>
  /** Receives the command's result. Not called when the command throws or rolls back. */
  readonly after: (tx: Tx, result: Result) => Promise<void>
}

const transactionParts = new WeakMap<object, TransactionPart<unknown>>()

/**
 * The same database for one command that returns a `Result` from its transaction: the part is
 * committed or rolled back with everything else.
 */
export function withTransactionPart<Result>(db: Db, part: TransactionPart<Result>): Db {
  const same = db.withPlugin(noPlugin) as Db
  transactionParts.set(same, part as TransactionPart<unknown>)
  return same
}

/** Changes nothing, but makes Kysely create another instance over the same pool. */
const noPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
}

const RETRYABLE_STATES = new Set(['40001', '40P01'])
const MAX_TRIES = 5

/**
 * Runs `work` in one READ COMMITTED transaction and commits what it returns. Serialization failures
 * and deadlocks repeat all of `work`, so it must have no effect besides its SQL. Throwing rolls
 * back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (transactionIsOpen()) throw new Error('a command opens the only transaction')
  for (let attempt = 1; ; attempt++) {
    try {
      return await openTransaction.run(true, () =>
        db
          .transaction()
          .execute((tx) => withPart(transactionParts.get(db), tx as unknown as Tx, work)),
      )
    } catch (error) {
      if (attempt === MAX_TRIES || !RETRYABLE_STATES.has(sqlState(error) ?? '')) throw error
    }
  }
}

async function withPart<T>(
  part: TransactionPart<unknown> | undefined,
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await part?.before(tx)
  const result = await work(tx)
  await part?.after(tx, result)
  return result
}

/**
 * Thrown inside a transaction to roll it back and return a result: see `inTransactionOrRollback`.
 */
class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}

/**
 * Like `inTransaction`, but `work` can abort after it has written: `rollBack(result)` rolls
 * everything back and returns `result`.
 */
export async function inTransactionOrRollback<T>(
  db: Db,
  work: (tx: Tx, rollBack: (result: T) => never) => Promise<T>,
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

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The violated constraint, so that a command can turn it into its own problem. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/**
 * PostgreSQL's error codes while it is starting, stopping, out of connections, or still read-only
 * just before it becomes the primary.
 */
const UNAVAILABLE_STATES = /^(08|57P0|53300|25006)/
/** Timeouts of locks, statements and idle transactions: the database is too busy. */
const BUSY_STATES = /^(55P03|57014|25P03)/
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection ended|not queryable|query read timeout|disconnected before secure TLS connection/i

/**
 * True when a query failed because the database is unavailable or too busy, not because of the
 * query.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    return UNAVAILABLE_STATES.test(state) || BUSY_STATES.test(state)
  }
  if (!(error instanceof Error)) return false
  const fromSocket =
    'syscall' in error && 'code' in error && UNAVAILABLE_CODES.has(String(error.code))
  return fromSocket || UNAVAILABLE_MESSAGES.test(error.message)
}

/** Whether another transaction has held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

/** Where no connection is left: in our pool or on the database server. */
export type Shortage = 'pool' | 'server'

/** Whether a query failed because no connection was left for it. */
export function shortageIn(error: unknown): Shortage | null {
  if (error instanceof pg.DatabaseError) return error.code === '53300' ? 'server' : null
  const isPool =
    error instanceof Error && error.message === 'timeout exceeded when trying to connect'
  return isPool ? 'pool' : null
}
