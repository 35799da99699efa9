import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { lockItem } from './entry-locks.ts'
import { offerFreedPeriod } from './offer-freed-period.ts'

/** All items of a closet, on all days or only on these; or these items. */
export type FreedItems =
  | { readonly ownerId: PersonId; readonly days?: DateRange }
  | { readonly itemIds: readonly ItemId[] }

/**
 * Part of a command that frees days of many items at once: marks their waitlist entries as due, and
 * queues a job that processes the items one by one.
 */
export async function queueDueOffers(tx: Tx, items: FreedItems, now: Date): Promise<void> {
  const days = 'ownerId' in items ? items.days : undefined
  const onDays = days
    ? sql`and start_date <= ${days.end}::date and end_date >= ${days.start}::date`
    : sql``
  const isAmong =
    'ownerId' in items
      ? sql<boolean>`item_id in (select id from clothing_items where business_id = ${items.ownerId})
          ${onDays}`
      : sql<boolean>`item_id = any(${items.itemIds}::uuid[])`
  // Locks in the order of item ids, like every other lock of items.
  await sql`select from clothing_items where id in (
      select item_id from waitlist_entries where status = 'waiting' and ${isAmong})
    order by id for no key update`.execute(tx)
  const { numUpdatedRows } = await tx
    .updateTable('waitlist_entries')
    .set({ due_since: now })
    .where('status', '=', sql.lit('waiting' as const))
    .where(isAmong)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(tx, 'offer-due-days', {})
}

const BATCH_SIZE = 200

/**
 * The job behind `queueDueOffers` and behind the end of an offer: makes offers for items with due
 * entries, longest due first, since a shopper who is due for several items gets only one offer.
 * Returns how many items it processed.
 */
export async function offerDueDays(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('waitlist_entries as w')
    .select('w.item_id')
    .where('w.due_since', 'is not', null)
    .where(
      sql<boolean>`not exists (select from waitlist_entries o
        where o.shopper_id = w.shopper_id and o.status = 'offered')`,
    )
    .groupBy('w.item_id')
    .orderBy(sql`min(w.due_since)`)
    .orderBy('w.item_id')
    .limit(BATCH_SIZE)
    .execute()
  for (const { item_id } of due)
    await inTransaction(db, async (tx) => {
      await lockItem(tx, item_id)
      await offerFreedPeriod(tx, item_id, now)
    })
  return due.length
}
