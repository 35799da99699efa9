import { type ClientBase, DatabaseError, type Pool } from 'pg'
import type { Exchange } from './exchanges.ts'

/** One unit of work: a transaction, the sandbox's time, and the request that asked for it. */
export type Work = {
  readonly db: ClientBase
  /** Unix seconds at which it happens: the sandbox's own, or those of a customer's test clock. */
  readonly now: number
  /** The test clock that `now` was read from. */
  readonly clock: string | null
  /** Unix seconds of the sandbox's own clock, whatever a test clock says. */
  readonly realNow: number
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null }
  /** Where the browser that will come back to this address finds our pages. */
  readonly pageOrigin: (returnAddress: string) => string
  /** Shows what passes to whoever looks on. */
  readonly show: (exchange: Exchange) => void
  /** Tells whoever runs the sandbox what went wrong in it. */
  readonly report: (what: string, problem: unknown) => void
}

export const noRequest: Work['request'] = { id: null, idempotencyKey: null }

const maxTries = 5

/** Runs in one transaction. Two that wait for each other are begun anew, one after the other. */
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
    // A connection that could not roll back is thrown away instead of handed on.
    db.release(broken)
  }
}
