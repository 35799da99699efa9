import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

/**
 * Makes `available` true for an item that can be booked ahead or has no live rental, and false for
 * any other. Part of a command that has locked the item and written the state of its rentals.
 */
export async function updateAvailable(tx: Tx, itemId: ItemId): Promise<void> {
  const available = sql<boolean>`(advance_booking or not exists (select from rentals r
    where r.item_id = clothing_items.id and r.status in (${liveStatuses})))`
  await tx
    .updateTable('clothing_items')
    .set({ available })
    .where('id', '=', itemId)
    .where(sql<boolean>`available <> ${available}`)
    .execute()
}
