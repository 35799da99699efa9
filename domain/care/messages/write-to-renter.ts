import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { isListerFor } from './conversation-side.ts'
import { WRITES_FIRST_DAYS } from './message-limits.ts'

/**
 * The renter of a rental to whom its lister can write first: while it is live, and for
 * `WRITES_FIRST_DAYS` after it ended. Null for everybody else, and once an account is deleted.
 */
export async function findRenterToWrite(
  read: DbOrTx,
  person: Person,
  rentalId: RentalId,
  now: Date,
) {
  const since = new Date(now.getTime() - WRITES_FIRST_DAYS * 86_400_000)
  const row = await read
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as l', 'l.id', 'i.business_id')
    .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
    .leftJoin('conversations as c', (join) =>
      join.onRef('c.item_id', '=', 'i.id').onRef('c.shopper_id', '=', 'r.renter_id'),
    )
    .select(['i.id as itemId', 'i.title', 'i.image_url as imageUrl', 'l.id as listerId'])
    .select(['p.id as renterId', 'p.full_name as fullName', 'c.id as conversationId'])
    .select(eitherBlocked(sql.ref('l.id'), sql.ref('p.id')).as('isBlocked'))
    .where('r.id', '=', rentalId)
    .where(isListerFor('l', person))
    .where('p.id', '<>', person.id)
    .where('p.deleted_at', 'is', null)
    .where(
      sql<boolean>`(r.status in (${liveStatuses})
        or coalesce(r.condition_reviewed_at, r.cancelled_at) >= ${since})`,
    )
    .executeTakeFirst()
  if (!row) return null
  const { renterId, fullName, ...found } = row
  return { ...found, renter: { id: renterId, fullName } }
}
