import type pg from 'pg'

/** The queued events of a rental, the oldest first. */
export async function rentalEvents(pool: pg.Pool, rentalId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select payload->>'event' as event from graphile_worker._private_jobs
     where payload->>'rentalId' = $1 and payload->>'event' is not null order by id`,
    [rentalId],
  )
  return rows.map(({ event }) => event)
}
