import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'
import type { PanelRow } from './rental-panel.ts'

/** The stars that closets gave to the renters of pending requests; skips all other rows. */
export async function starsOfRequests(
  db: DbOrTx,
  rows: readonly Pick<PanelRow, 'status' | 'renter_id'>[],
): Promise<ReadonlyMap<PersonId, RatingSum>> {
  const asking = rows.filter(({ status }) => status === 'pending')
  if (asking.length === 0) return new Map()
  const sums = await db
    .selectFrom('renter_rating_sums')
    .select(['renter_id', 'ratings', 'stars'])
    .where('renter_id', 'in', [...new Set(asking.map(({ renter_id }) => renter_id))])
    .where('ratings', '>', 0)
    .execute()
  return new Map(sums.map(({ renter_id, ratings, stars }) => [renter_id, { ratings, stars }]))
}
