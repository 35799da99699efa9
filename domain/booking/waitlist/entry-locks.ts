import type { Tx } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import type { OpenEntry } from './end-entry.ts'

/** The same lock as for renting: entries are read and written only under the lock of their item. */
export async function lockItem(tx: Tx, itemId: ItemId): Promise<void> {
  await tx
    .selectFrom('clothing_items')
    .select('id')
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .execute()
}

export type LockedEntry = OpenEntry & {
  readonly offer_expires_at: Date | null
  readonly time_zone: string
}

/** Locks the item, then reads the entry; null when it has ended. */
export async function lockItemOfEntry(
  tx: Tx,
  entryId: WaitlistEntryId,
): Promise<LockedEntry | null> {
  const found = await tx
    .selectFrom('waitlist_entries')
    .select('item_id')
    .where('id', '=', entryId)
    .executeTakeFirst()
  if (!found) return null
  await lockItem(tx, found.item_id)
  const entry = await tx
    .selectFrom('waitlist_entries')
    .select(['id', 'item_id', 'shopper_id', 'status', 'offer_expires_at', 'time_zone'])
    .where('id', '=', entryId)
    .where('status', 'in', ['waiting', 'offered'])
    .$narrowType<{ status: OpenEntry['status'] }>()
    .executeTakeFirst()
  return entry ?? null
}
