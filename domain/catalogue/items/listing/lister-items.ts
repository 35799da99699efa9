import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { passEntriesOf, queueDueOffers, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'

// What happens to a lister's items when their account changes; called by domain/accounts.

/** Retires items of a lister whose account is closed; without `itemIds`, all of them. */
export async function retireItemsOf(
  tx: Tx,
  listerId: PersonId,
  now: Date,
  itemIds?: readonly ItemId[],
): Promise<void> {
  const retired = await tx
    .updateTable('clothing_items')
    .set({ deleted_at: now, updated_at: now })
    .where('business_id', '=', listerId)
    .where(isAmong(itemIds))
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await passEntriesOf(
    tx,
    retired.map(({ id }) => id),
    now,
  )
}

/** A transfer of listings to another lister; without `itemIds`, of all of them. */
export type Transfer = {
  readonly from: PersonId
  readonly to: PersonId
  readonly itemIds?: readonly ItemId[]
}

/**
 * Transfers items of someone who can no longer list them to another lister. The holidays of the
 * former one no longer apply to them.
 */
export async function transferItems(
  tx: Tx,
  { from, to, itemIds }: Transfer,
  now: Date,
): Promise<void> {
  const transferred = await tx
    .updateTable('clothing_items')
    // The other lister may have the same SKU.
    .set({ business_id: to, sku: null, updated_at: now })
    .where('business_id', '=', from)
    .where(isAmong(itemIds))
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await queueDueOffers(tx, { itemIds: transferred.map(({ id }) => id) }, now)
}

/**
 * Copies the standing, location and reach of a lister to some of their items. The database does this at
 * once for listers with few items. If the items can be rented, their waitlist entries become due;
 * otherwise their offers are withdrawn.
 */
export async function copyLister(
  tx: Tx,
  listerId: PersonId,
  itemIds: readonly ItemId[],
  now: Date,
): Promise<void> {
  const { canList } = await tx
    .selectFrom('user_profiles as p')
    .select(sql<boolean>`lister_is_in_good_standing(p)`.as('canList'))
    .where('p.id', '=', listerId)
    .executeTakeFirstOrThrow()
  await sql`update clothing_items i
    set lister_in_good_standing = ${canList}, location = lister_location(p),
      reach = lister_reach(p), accepts_automatically = p.accepts_automatically
    from user_profiles p
    where p.id = ${listerId} and i.business_id = p.id and i.id = any(${itemIds}::uuid[])
      and (i.lister_in_good_standing, i.location, i.reach, i.accepts_automatically)
        is distinct from (${canList}, lister_location(p), lister_reach(p), p.accepts_automatically)`.execute(
    tx,
  )
  if (canList) await queueDueOffers(tx, { itemIds }, now)
  else await withdrawOffers(tx, itemIds, now)
}

const isAmong = (itemIds: readonly ItemId[] | undefined) =>
  itemIds ? sql<boolean>`id = any(${itemIds}::uuid[])` : sql<boolean>`true`
