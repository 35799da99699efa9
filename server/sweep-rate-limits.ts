import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

/** Removes expired counters; `expire` is in milliseconds since 1970. */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  await sql`delete from rate_limits where expire <= ${now.getTime()}`.execute(db)
}
