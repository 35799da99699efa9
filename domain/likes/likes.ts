import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/**
 * Likes an item, once however often it is asked. Only what the public may look at can be liked,
 * rented and paused items included.
 */
export async function like(
  db: Db,
  shopper: Shopper,
  itemId: ItemId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'item-not-found' }>> {
  const { rows } = await sql<{ found: boolean }>`
    with item as (
      select id from clothing_items
      where id = ${itemId} and deleted_at is null and approval_status = 'approved'
        and lister_in_good_standing
    ), liked as (
      insert into likes (user_id, item_id, created_at)
      select ${shopper.id}, id, ${now} from item on conflict do nothing
    )
    select exists (select from item) as found`.execute(db)
  return rows[0]?.found ? done(null) : refused({ reason: 'item-not-found' })
}

/** Takes a like back; nothing happens where there is none. */
export async function unlike(db: Db, shopper: Shopper, itemId: ItemId): Promise<void> {
  await db
    .deleteFrom('likes')
    .where('user_id', '=', shopper.id)
    .where('item_id', '=', itemId)
    .execute()
}

/** Part of closing an account. */
export async function removeLikesOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('likes').where('user_id', '=', personId).execute()
}
