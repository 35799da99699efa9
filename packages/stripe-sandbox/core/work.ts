import { type ClientBase, DatabaseError, type Pool } from 'pg'
import type { Exchange } from './exchanges.ts'

/** One unit of work: a transaction, the sandbox's time, and the request that asked for it. */
export type Work = {
  readonly db: ClientBase
  /** Unix seconds of the sandbox's clock, or of a customer's test clock. */
  readonly now: number
  /** The connected account whose objects and events these are; null: the platform's own. */
  readonly account: string | null
  /** The test clock that `now` comes from. */
  readonly clock: string | null
  /** Unix seconds of the sandbox's own clock, whatever a test clock says. */
  readonly realNow: number
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null }
  /** The origin of our pages for a browser that will return to this address. */
  readonly pageOrigin: (returnAddress: string) => string
  /** Reports exchanges and events to the observer. */
  readonly show: (exchange: Exchange) => void
  /** Reports errors to the sandbox's operator. */
  readonly report: (what: string, problem: unknown) => void
}

export const noRequest: Work['request'] = { id: null, idempotencyKey: null }

const maxTries = 5

/** Runs in one transaction, which is repeated after a deadlock. */
export async function inTransaction<T>(
  pool: Pool,
  run: (db: ClientBase) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryInTransaction(pool, run)
    } catch (problem) {
      if (!isDeadlock(problem) || tries === maxTries) throw problem
    }
  }
}

function isDeadlock(problem: unknown): boolean {
  return problem instanceof DatabaseError && problem.code === '40P01'
}

async function tryInTransaction<T>(pool: Pool, run: (db: ClientBase) => Promise<T>): Promise<T> {
  const db = await pool.connect()
  let broken: Error | undefined
  try {
    await db.query('begin')
    const result = await run(db)
    await db.query('commit')
    return result
  } catch (problem) {
    await db.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw problem
  } finally {
    // A connection that could not roll back is discarded instead of reused.
    db.release(broken)
  }
}
