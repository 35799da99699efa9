import type { Tx } from '#db/connection.ts'

/** Takes an item off the lists while a rental of it is live, or puts it back. The caller holds the item. */
export async function setAvailable(tx: Tx, itemId: string, available: boolean): Promise<void> {
  await tx.updateTable('clothing_items').set({ available }).where('id', '=', itemId).execute()
}
