import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { RATING_DAYS } from './rating-limits.ts'

/** Which of these rentals their renter can still review, and has not. */
export async function unwrittenReviews(
  db: DbOrTx,
  shopper: Shopper,
  rentalIds: readonly RentalId[],
  now: Date,
): Promise<readonly RentalId[]> {
  if (rentalIds.length === 0) return []
  const rows = await db
    .selectFrom('rentals as r')
    .select('r.id')
    .where('r.id', 'in', rentalIds)
    .where('r.renter_id', '=', shopper.id)
    .where('r.status', '=', sql.lit('completed' as const))
    .where('r.condition_reviewed_at', '>', new Date(now.getTime() - RATING_DAYS * 86_400_000))
    .where(sql<boolean>`not exists (select from ratings t
      where t.rental_id = r.id and t.side = 'renter')`)
    .execute()
  return rows.map(({ id }) => id)
}
