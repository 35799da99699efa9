import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'

/** Takes an item off the lists while a rental of it is live, or puts it back. The caller holds the item. */
export async function setAvailable(tx: Tx, itemId: ItemId, available: boolean): Promise<void> {
  await tx.updateTable('clothing_items').set({ available }).where('id', '=', itemId).execute()
}
