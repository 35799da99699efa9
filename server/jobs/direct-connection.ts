import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { withTimeout } from './with-timeout.ts'

const SECONDS_TO_CLOSE = 2

/** Runs work whose statements take too long for a pooler. */
export type OnDirectConnection = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Without a pooler, work uses the app's connections; with one, each call opens a direct one. */
export function directConnection(
  db: Db,
  { target, directTarget }: Record<'target' | 'directTarget', ConnectionTarget>,
): OnDirectConnection {
  if (!('isPooled' in target && target.isPooled)) return (work) => work(db)
  return async (work) => {
    const pool = createPool(directTarget, { max: 1 })
    try {
      return await work(createDb(pool, { namedStatements: false }))
    } finally {
      await withTimeout(SECONDS_TO_CLOSE, pool.end())
    }
  }
}
