import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

const RETENTION_DAYS = 90
const BATCH_SIZE = 1000
const DAY_MS = 86_400_000

/**
 * Deletes payment events that were processed long ago; their results are in our records. Failed
 * ones stay until an admin handles them. Deletes a bounded number; returns how many.
 */
export async function sweepEvents(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  const { rows } = await sql`
    delete from stripe_events where id in (
      select id from stripe_events
      where done_at is not null and given_up_at is null and received_at < ${until}
      order by received_at limit ${sql.lit(BATCH_SIZE)}
    ) returning id`.execute(db)
  return rows.length
}
