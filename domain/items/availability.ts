import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

/**
 * Makes `available` true for items that can be booked ahead or have no live rental, and false for
 * any other. Part of a command that has locked the items and written the state of their rentals.
 */
export async function updateAvailable(tx: Tx, ...items: readonly ItemId[]): Promise<void> {
  const available = sql<boolean>`(advance_booking or not exists (select from rentals r
    where r.item_id = clothing_items.id and r.status in (${liveStatuses})))`
  const [one] = items.length === 1 ? items : []
  await tx
    .updateTable('clothing_items')
    .set({ available })
    // PostgreSQL expects ten items in an array, and plans a statement for them each time.
    .where(one ? sql<boolean>`id = ${one}` : sql<boolean>`id = any(${items}::uuid[])`)
    .where(sql<boolean>`available <> ${available}`)
    .execute()
}
