import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

/**
 * Sets `available` for items that can be booked ahead or have no live rental, and clears it for
 * others. Part of a command that has locked the items and written the state of their rentals.
 */
export async function updateAvailable(tx: Tx, ...items: readonly ItemId[]): Promise<void> {
  const available = sql<boolean>`(advance_booking or not exists (select from rentals r
    where r.item_id = clothing_items.id and r.status in (${liveStatuses})))`
  const [one] = items.length === 1 ? items : []
  await tx
    .updateTable('clothing_items')
    .set({ available })
    // PostgreSQL estimates ten items for an array, and plans that statement anew each time.
    .where(one ? sql<boolean>`id = ${one}` : sql<boolean>`id = any(${items}::uuid[])`)
    .where(sql<boolean>`available <> ${available}`)
    .execute()
}
