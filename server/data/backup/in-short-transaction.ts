import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type PoolClient } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'

/** Short, because a session that waits for a lock blocks all later ones. */
const usualRetries = { lockMs: 1000, pauseMs: 2000, tries: 60 }
export type LockRetries = typeof usualRetries

/** PostgreSQL's errors for a lock that was not available in time, and for a deadlock. */
const LOCKED = new Set(['55P03', '40P01'])

/** Runs a transaction that locks tables; while others use them it backs off and retries. */
export async function inShortTransaction(
  client: PoolClient,
  work: () => Promise<void>,
  { lockMs, pauseMs, tries }: LockRetries = usualRetries,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // If this fails, the connection is lost, which ends the transaction too.
      await client.query('rollback').catch(() => {})
      if (!(error instanceof DatabaseError) || !LOCKED.has(error.code ?? '')) throw error
      if (attempt >= tries)
        throw new StartProblem(
          'Nothing was changed: another session kept a table locked, such as a dump or a long transaction. Find it in pg_stat_activity, let it finish or end it, and run this again.',
        )
      await pause(pauseMs)
    }
  }
}
