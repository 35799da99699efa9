import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { MAX_ENTRIES_PER_SHOPPER } from './waitlist-limits.ts'

/** A shopper's own place in line for an item and dates. */
export type MyEntry = NonNullable<Awaited<ReturnType<typeof myEntryFor>>>

function myEntries(db: Db, shopper: Shopper) {
  return (
    db
      .selectFrom('waitlist_entries as w')
      .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
      .select(['w.id', 'w.item_id as itemId', 'i.title', 'i.image_url as imageUrl'])
      // Until when the dates are held for them; null while waiting.
      .select(['w.start_date as start', 'w.end_date as end', 'w.offer_expires_at as heldUntil'])
      // Counted from 1 among the entries waiting for the item; null for an offer.
      .select(
        sql<number | null>`case when w.status = 'waiting' then (
        select count(*)::int from waitlist_entries ahead
        where ahead.item_id = w.item_id and ahead.status = 'waiting'
          and (ahead.created_at, ahead.id) <= (w.created_at, w.id)) end`.as('place'),
      )
      .where('w.shopper_id', '=', shopper.id)
      .where('w.status', 'in', [sql.lit('waiting' as const), sql.lit('offered' as const)])
  )
}

/** The waitlists that the shopper is on, an open offer first. */
export async function myWaitlist(db: Db, shopper: Shopper): Promise<MyEntry[]> {
  return await myEntries(db, shopper)
    .orderBy(sql`w.status = 'offered'`, 'desc')
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(MAX_ENTRIES_PER_SHOPPER)
    .execute()
}

/** The shopper's place in line for an item; null without one. */
export async function myEntryFor(db: Db, shopper: Shopper, itemId: ItemId) {
  const entry = await myEntries(db, shopper).where('w.item_id', '=', itemId).executeTakeFirst()
  return entry ?? null
}
