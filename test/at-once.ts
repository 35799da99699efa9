import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Runs acts of which none ends before all have begun, in this order: nobody can write to a table, by default
 * the audit log, to which an act of an admin writes last. The next one begins when the one before has ended
 * without it or waits for a lock.
 */
export async function atOnce<Answer>(
  pool: pg.Pool,
  acts: readonly (() => Promise<Answer>)[],
  table = 'audit_log',
): Promise<Answer[]> {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in exclusive mode`)
    const answers: Promise<Answer>[] = []
    let ended = 0
    for (const act of acts) {
      answers.push(act().finally(() => ended++))
      while (ended + (await countWaiting(pool)) < answers.length) await setTimeout(5)
    }
    await holder.query('commit')
    return await Promise.all(answers)
  } finally {
    holder.release()
  }
}

/** The connections to this database that wait for a lock. */
async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
