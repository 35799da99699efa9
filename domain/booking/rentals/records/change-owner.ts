import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { Transfer } from '#domain/catalogue/items/items.ts'

/**
 * Updates the live rentals of items that are transferred to an admin: the owner is always the
 * lister, and listings of admins earn nothing. Without `itemIds`, applies to all items of `from`.
 */
export async function transferLiveRentals(tx: Tx, { from, to, itemIds }: Transfer): Promise<void> {
  await tx
    .updateTable('rentals')
    .set({ owner_id: to, cents_per_credit: 0 })
    .where('owner_id', '=', from)
    .where('status', 'in', liveRentalStatuses)
    .where(itemIds ? sql<boolean>`item_id = any(${itemIds}::uuid[])` : sql<boolean>`true`)
    .execute()
}
