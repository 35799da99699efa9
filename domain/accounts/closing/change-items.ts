import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { transferLiveRentals } from '#domain/booking/rentals/rentals.ts'
import { transferConversations } from '#domain/care/messages/messages.ts'
import {
  copyLister,
  retireItemsOf,
  type Transfer,
  transferItems,
} from '#domain/catalogue/items/items.ts'

/** Items per transaction. */
const ITEMS_PER_BATCH = 500

/**
 * A job that updates the next batch of a lister's items after a change of the account, and queues
 * itself for the rest in the same transaction, so each item is changed once however often the job
 * is interrupted. A batch and a command that changes the account wait for each other.
 */
export async function changeItems(
  db: Db,
  listerId: PersonId,
  now: Date,
  atOnce = ITEMS_PER_BATCH,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const change = await lockChange(tx, listerId)
    if (!change) return
    const items = await lockNext(tx, listerId, change.after_item_id, atOnce)
    const itemIds = items.map(({ id }) => id)
    if (change.transfers_to) {
      const transferred = items.filter(({ passes }) => passes).map(({ id }) => id)
      await transferListings(
        tx,
        { from: listerId, to: change.transfers_to, itemIds: transferred },
        now,
      )
    }
    if (change.retires) await retireItemsOf(tx, listerId, now, itemIds)
    await copyLister(tx, listerId, itemIds, now)
    const last = items.length < atOnce ? undefined : itemIds.at(-1)
    if (!last) {
      await tx.deleteFrom('lister_changes').where('lister_id', '=', listerId).execute()
      return
    }
    await tx
      .updateTable('lister_changes')
      .set({ after_item_id: last })
      .where('lister_id', '=', listerId)
      .execute()
    await enqueue(tx, 'change-items', { listerId }, { key: jobKey(listerId) })
  })
}

/** Transfers listings with their live rentals and conversations; without `itemIds`, all of them. */
export async function transferListings(tx: Tx, transfer: Transfer, now: Date): Promise<void> {
  await transferItems(tx, transfer, now)
  await transferLiveRentals(tx, transfer)
  await transferConversations(tx, transfer, now)
}

/** Locks the profiles, then the change; the items come after both. */
async function lockChange(tx: Tx, listerId: PersonId) {
  await sql`select from user_profiles where id = ${listerId}
      or id = (select transfers_to from lister_changes where lister_id = ${listerId})
    order by id for no key update`.execute(tx)
  return await tx
    .selectFrom('lister_changes')
    .select(['retires', 'transfers_to', 'after_item_id'])
    .where('lister_id', '=', listerId)
    .forUpdate()
    .executeTakeFirst()
}

async function lockNext(tx: Tx, listerId: PersonId, after: ItemId | null, atOnce: number) {
  return await tx
    .selectFrom('clothing_items as i')
    .innerJoin('lister_changes as c', 'c.lister_id', 'i.business_id')
    .select([
      'i.id',
      sql<boolean>`i.deleted_at is not null or i.created_at <= c.transfers_until`.as('passes'),
    ])
    .where('i.business_id', '=', listerId)
    .$if(after !== null, (items) => items.where('i.id', '>', after))
    .orderBy('i.id')
    .limit(atOnce)
    .forNoKeyUpdate('i')
    .execute()
}

/**
 * Queues the jobs of changes that began over ten minutes ago, so that one whose job has failed for
 * good continues. A job that is still waiting is only replaced.
 */
export async function continueChanges(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const open = await tx
      .selectFrom('lister_changes')
      .select('lister_id')
      .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .orderBy('created_at')
      .limit(100)
      .execute()
    for (const { lister_id: listerId } of open)
      await enqueue(tx, 'change-items', { listerId }, { key: jobKey(listerId) })
  })
}

/** The same key as in the database's `change_items_in_batches`. */
const jobKey = (listerId: PersonId) => `change-items:${listerId}`
