import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { endEntry, type OpenEntry } from './end-entry.ts'
import { lockItemOfEntry } from './entry-locks.ts'
import { offerFreedPeriod } from './offer-freed-period.ts'

// What other folders do with the waitlist, as parts of their commands. Entries are read and written
// only under the lock of their item.

export { queueDueOffers } from './due-entries.ts'
export { heldForOthersUntil } from './held-for-others.ts'
export { offerFreedPeriod } from './offer-freed-period.ts'
export { withdrawOffers } from './withdraw-offers.ts'

type HeldDays = DateRange & {
  readonly itemId: ItemId
  /** The turnaround that the rental holds after its last day, in days. */
  readonly turnaroundDays: number
}

/**
 * Part of renting and extending, before the days are written: accepts the shopper's offer for this
 * item, which frees its days for the rental. With advance booking, an offer for other days stays
 * open, unless the two are closer to each other than the turnaround. Returns whether there was such
 * an offer; afterwards the rest of its days may be free.
 */
export async function acceptOffer(
  tx: Tx,
  shopperId: PersonId,
  { itemId, start, end, turnaroundDays }: HeldDays,
  now: Date,
): Promise<boolean> {
  const entry = await openEntries(tx)
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .innerJoin('booked_periods as b', 'b.waitlist_entry_id', 'w.id')
    .where('w.item_id', '=', itemId)
    .where('w.shopper_id', '=', shopperId)
    .where('w.status', '=', 'offered')
    .where(
      sql<boolean>`(not i.advance_booking or b.period && daterange(${start}::date,
        ${addDays(end, turnaroundDays)}::date, '[]'))`,
    )
    .executeTakeFirst()
  if (!entry) return false
  await endEntry(tx, entry, 'accepted', now)
  return true
}

/** Part of retiring items, under their locks: ends all entries for them. */
export async function passEntriesOf(tx: Tx, itemIds: readonly ItemId[], now: Date): Promise<void> {
  if (itemIds.length === 0) return
  // One array parameter for any number of items.
  const isAmong = sql<boolean>`w.item_id = any(${itemIds}::uuid[])`
  const entries = await openEntries(tx).where(isAmong).orderBy('w.id').execute()
  for (const entry of entries) await endEntry(tx, entry, 'passed', now)
}

/** Part of closing an account: removes everything about the waitlists that the person was on. */
export async function removeWaitlistEntriesOf(
  tx: Tx,
  shopperId: PersonId,
  now: Date,
): Promise<void> {
  const open = await openEntries(tx)
    .where('w.shopper_id', '=', shopperId)
    .orderBy('w.item_id')
    .execute()
  for (const { id } of open) {
    const entry = await lockItemOfEntry(tx, id)
    if (!entry) continue
    await endEntry(tx, entry, 'left', now)
    if (entry.status === 'offered') await offerFreedPeriod(tx, entry.item_id, now)
  }
  await tx.deleteFrom('waitlist_entries').where('shopper_id', '=', shopperId).execute()
}

function openEntries(tx: Tx) {
  return tx
    .selectFrom('waitlist_entries as w')
    .select(['w.id', 'w.item_id', 'w.shopper_id', 'w.status'])
    .where('w.status', 'in', ['waiting', 'offered'])
    .$narrowType<{ status: OpenEntry['status'] }>()
}
