import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'

/**
 * Marks an item as unavailable while it has a live rental, or as available again. The caller has
 * locked the item.
 */
export async function setAvailable(tx: Tx, itemId: ItemId, available: boolean): Promise<void> {
  await tx.updateTable('clothing_items').set({ available }).where('id', '=', itemId).execute()
}
