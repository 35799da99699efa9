import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

export { likedAmong } from './like-queries.ts'

/**
 * Likes an item; repeating it has no effect. Only items that the public may see can be liked,
 * including rented and paused ones.
 */
export async function like(
  db: Db,
  shopper: Shopper,
  itemId: ItemId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'item-not-found' }>> {
  const found = await db
    .with('item', (items) =>
      items
        .selectFrom('clothing_items as i')
        .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
        .select('i.id')
        .where('i.id', '=', itemId)
        .where('i.deleted_at', 'is', null)
        .where('i.approval_status', '=', 'approved')
        .where('i.lister_in_good_standing', '=', true)
        .where(sql<boolean>`lister_is_in_good_standing(p)`),
    )
    .with('liked', (likes) =>
      likes
        .insertInto('likes')
        .columns(['user_id', 'item_id', 'created_at'])
        .expression((item) =>
          item
            .selectFrom('item')
            .select(({ val }) => [val(shopper.id).as('user_id'), 'id', val(now).as('created_at')]),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('item')
    .select('id')
    .executeTakeFirst()
  return found ? done(null) : refused({ reason: 'item-not-found' })
}

/** Removes a like, if there is one. */
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
