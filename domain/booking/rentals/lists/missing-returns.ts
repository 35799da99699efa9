import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { MISSING_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'

/**
 * The number of items sent back and not recorded as returned within `MISSING_AFTER_DAYS`, counted
 * up to `max`, and the rental that was sent back first.
 */
export async function missingReturns(
  db: DbOrTx,
  _admin: Admin,
  now: Date,
  max = MAX_COUNTED + 1,
): Promise<{ readonly count: number; readonly rentalId: RentalId | null }> {
  const before = new Date(now.getTime() - MISSING_AFTER_DAYS * 86_400_000)
  const missing = db
    .selectFrom('rentals')
    .select(['id', 'sent_back_at'])
    .where('status', '=', sql.lit('delivered' as const))
    .where('return_status', '<>', sql.lit('returned' as const))
    .where('sent_back_at', '<=', before)
    .orderBy('sent_back_at')
    .limit(max)
  return await db
    .selectFrom(missing.as('r'))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<RentalId | null>`(array_agg(r.id order by r.sent_back_at, r.id))[1]`.as('rentalId'),
    ])
    .executeTakeFirstOrThrow()
}
