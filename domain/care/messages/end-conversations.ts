import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { releaseImages } from '#domain/catalogue/images/images.ts'
import type { Transfer } from '#domain/catalogue/items/items.ts'
import { RETENTION_MONTHS } from './message-limits.ts'

/**
 * Part of transferring a former admin's listings: the new lister answers from now on. Conversations
 * that the new lister opened as a shopper end. Without `itemIds`, for all their items.
 */
export async function transferConversations(
  tx: Tx,
  { from, to, itemIds }: Transfer,
  now: Date,
): Promise<void> {
  const isAmong = itemIds ? sql<boolean>`item_id = any(${itemIds}::uuid[])` : sql<boolean>`true`
  await tx
    .updateTable('conversations')
    .set({ closed_at: sql`coalesce(closed_at, ${now})` })
    .where('lister_id', '=', from)
    .where(isAmong)
    .where('shopper_id', '=', to)
    .execute()
  await tx
    .updateTable('conversations')
    .set({ lister_id: to })
    .where('lister_id', '=', from)
    .where(isAmong)
    .where('shopper_id', '<>', to)
    .execute()
}

const BATCH_SIZE = 50

/** Removes conversations without a message for `RETENTION_MONTHS`. A job; their photos are swept. */
export async function removeOldConversations(db: Db, now: Date): Promise<number> {
  const since = sql`(${now}::timestamptz - ${sql.lit(RETENTION_MONTHS)} * interval '1 month')`
  return await inTransaction(db, async (tx) => {
    const old = await tx
      .selectFrom('conversations')
      .select('id')
      .where(sql<boolean>`last_message_at < ${since}`)
      .where(sql<boolean>`(last_message_at at time zone 'UTC')::date
        <= (${since} at time zone 'UTC')::date`)
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return 0
    await releaseImages(
      tx,
      sql`select unnest(image_ids) from messages where conversation_id = any(${ids}::uuid[])`,
    )
    await tx.deleteFrom('messages').where('conversation_id', 'in', ids).execute()
    await tx.deleteFrom('conversations').where('id', 'in', ids).execute()
    return ids.length
  })
}
