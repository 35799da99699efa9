import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { offerDueDaysSoon, passEntriesOf } from '#domain/waitlist/waitlist.ts'

// What happens to a lister's items when their account changes; called by domain/accounts.

/** Retires all items of a lister whose account is closed. */
export async function retireItemsOf(tx: Tx, listerId: PersonId, now: Date): Promise<void> {
  const retired = await tx
    .updateTable('clothing_items')
    .set({ deleted_at: now, updated_at: now })
    .where('business_id', '=', listerId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await passEntriesOf(
    tx,
    retired.map(({ id }) => id),
    now,
  )
}

/**
 * Transfers all items of someone who can no longer list them to another lister. They can be rented on
 * the holidays of the former one.
 */
export async function transferItems(
  tx: Tx,
  { from, to }: { readonly from: PersonId; readonly to: PersonId },
  now: Date,
): Promise<void> {
  const transferred = await tx
    .updateTable('clothing_items')
    // The other lister may have the same SKU.
    .set({ business_id: to, sku: null, updated_at: now })
    .where('business_id', '=', from)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await offerDueDaysSoon(tx, { itemIds: transferred.map(({ id }) => id) }, now)
}
