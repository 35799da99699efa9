import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId, SupportRequestId } from '#db/ids.ts'
import { releaseImages } from '#domain/catalogue/images/images.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { REOPEN_DAYS, SUPPORT_RETENTION_MONTHS } from './support-limits.ts'

const BATCH_SIZE = 50

/** Closes requests whose answer nobody replied to for `REOPEN_DAYS`. A job. */
export async function closeAnsweredRequests(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REOPEN_DAYS * 86_400_000)
  const closed = await db
    .updateTable('support_requests')
    .set({ status: 'closed', closed_at: now })
    .where((answered) =>
      inBatch(
        'id',
        answered
          .selectFrom('support_requests as own')
          .select('own.id')
          .where('own.status', '=', sql.lit('answered' as const))
          .where('own.last_message_at', '<', before)
          .orderBy('own.last_message_at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning('id')
    .execute()
  return closed.length
}

/** Removes closed requests without a message for `SUPPORT_RETENTION_MONTHS`. A job. */
export async function removeOldRequests(db: Db, now: Date): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const old = await tx
      .selectFrom('support_requests')
      .select('id')
      .where(
        sql<boolean>`last_message_at
          < ${now}::timestamptz - ${sql.lit(SUPPORT_RETENTION_MONTHS)} * interval '1 month'`,
      )
      .where('status', '=', 'closed')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    await removeRequests(
      tx,
      old.map(({ id }) => id),
    )
    return old.length
  })
}

/** Part of closing an account: removes what the person wrote to us, with our answers. */
export async function removeSupportRequestsOf(tx: Tx, personId: PersonId): Promise<void> {
  const own = await tx
    .selectFrom('support_requests')
    .select('id')
    .where('person_id', '=', personId)
    .forUpdate()
    .execute()
  await removeRequests(
    tx,
    own.map(({ id }) => id),
  )
}

async function removeRequests(tx: Tx, ids: readonly SupportRequestId[]): Promise<void> {
  if (ids.length === 0) return
  await releaseImages(
    tx,
    sql`select unnest(image_ids) from support_messages where request_id = any(${ids}::uuid[])`,
  )
  await tx.deleteFrom('support_messages').where('request_id', 'in', ids).execute()
  await tx.deleteFrom('support_requests').where('id', 'in', ids).execute()
}

/** Part of changing an admin's account type: others answer from now on what they would have. */
export async function unassignRequestsOf(tx: Tx, adminId: PersonId): Promise<void> {
  await tx
    .updateTable('support_requests')
    .set({ assigned_to: null })
    .where('assigned_to', '=', adminId)
    .where('status', '<>', sql.lit('closed' as const))
    .execute()
}
