import type pg from 'pg'
import { violatedConstraint } from '#db/connection.ts'

/**
 * Runs a statement in two transactions of which the first is committed once the second has sent it.
 * Returns the constraint that refused the second, or null.
 */
export async function inOverlap(pool: pg.Pool, statement: string): Promise<string | null> {
  const [first, second] = [await pool.connect(), await pool.connect()]
  try {
    await first.query('begin')
    await second.query('begin')
    await first.query(statement)
    let isOver = false
    const answer = second
      .query(statement)
      .then(
        () => null,
        (error) => violatedConstraint(error) ?? null,
      )
      .finally(() => {
        isOver = true
      })
    while (!isOver && !(await isWaiting(pool, second)));
    await first.query('commit')
    return await answer
  } finally {
    await second.query('rollback')
    for (const client of [first, second]) client.release()
  }
}

/** Whether this connection waits for a lock. */
async function isWaiting(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  const { processID } = client as pg.PoolClient & { readonly processID: number }
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
    [processID],
  )
  return rowCount === 1
}
