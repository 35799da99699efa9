import { sql } from 'kysely'
import { allLimits, quotaOf } from '#app/request/limits.ts'
import type { Db } from '#db/connection.ts'

/** Clocks of two machines can differ by less than this. */
const TOLERANCE_MS = 60_000

/**
 * Removes expired counters, and those that would last longer than their limit because the clock was
 * set back; `expire` is in milliseconds since 1970.
 */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  const at = now.getTime()
  const ends = allLimits.map((name) => at + quotaOf(name).seconds * 1000 + TOLERANCE_MS)
  await sql`delete from rate_limits where expire <= ${at}`.execute(db)
  await sql`
    delete from rate_limits r using unnest(${allLimits}::text[], ${ends}::bigint[]) as l (name, ends)
    where split_part(r.key, ':', 1) in (l.name, l.name || ' on loopback') and r.expire > l.ends
  `.execute(db)
}
