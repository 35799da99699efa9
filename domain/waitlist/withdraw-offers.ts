import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { recordActions } from '#domain/shared/audit.ts'
import { offerIfDueElsewhere } from './end-entry.ts'

/**
 * Part of letting items be rented one at a time from now on, behind their locks: offers that can no
 * longer be accepted go back to waiting, at their old place in line, and do not count as expired.
 * Those are all offers of an item that is rented, and of any other all but the first in line, which
 * blocks every day for the rest.
 */
export async function withdrawOffers(tx: Tx, itemIds: readonly ItemId[], now: Date): Promise<void> {
  const withdrawn = await tx
    .updateTable('waitlist_entries as w')
    .from('clothing_items as i')
    .set({ status: 'waiting', offered_at: null, offer_expires_at: null })
    .whereRef('i.id', '=', 'w.item_id')
    .where(sql<boolean>`w.item_id = any(${itemIds}::uuid[])`)
    .where('w.status', '=', 'offered')
    .where(
      sql<boolean>`(not i.available or exists (select from waitlist_entries first
        where first.item_id = w.item_id and first.status = 'offered'
          and (first.created_at, first.id) < (w.created_at, w.id)))`,
    )
    .returning(['w.id', 'w.item_id', 'w.shopper_id'])
    .execute()
  if (withdrawn.length === 0) return
  const states = { before: { status: 'offered' }, after: { status: 'waiting' } }
  const lines = withdrawn.map(({ item_id: nounId }) => ({
    ...{ action: 'withdraw offer', noun: 'item', nounId, ...states },
  }))
  await recordActions(tx, null, lines, now)
  await offerIfDueElsewhere(
    tx,
    withdrawn.map(({ shopper_id }) => shopper_id),
  )
}
