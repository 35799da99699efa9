import type { InferResult } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { FreshId, SupportMessageId, SupportRequestId } from '#db/ids.ts'

/** Support requests `q` with their person `p` and the title of their item. */
export function requestRows(db: DbOrTx) {
  return db
    .selectFrom('support_requests as q')
    .innerJoin('user_profiles as p', 'p.id', 'q.person_id')
    .leftJoin('rentals as r', 'r.id', 'q.rental_id')
    .leftJoin('clothing_items as i', (join) =>
      join.on((on) => on('i.id', '=', on.fn.coalesce('q.item_id', 'r.item_id'))),
    )
    .leftJoin('user_profiles as a', 'a.id', 'q.assigned_to')
    .select(['q.id', 'q.kind', 'q.status', 'q.is_urgent as isUrgent', 'q.due_at as dueAt'])
    .select(['q.rental_id as rentalId', 'q.item_id as itemId', 'q.opened_at as openedAt'])
    .select(['q.message_count as messageCount', 'q.last_message_at as lastMessageAt'])
    .select(['q.answered_at as answeredAt', 'q.closed_at as closedAt', 'i.title'])
    .select(['q.person_id as personId', 'p.full_name as personName', 'p.email as personEmail'])
    .select(['q.assigned_to as assigneeId', 'a.full_name as assigneeName'])
    .select(['a.email as assigneeEmail', 'r.renter_id as renterId'])
}

export type LockedRequest = InferResult<ReturnType<typeof requestRows>>[number]

export async function lockRequest(tx: Tx, id: SupportRequestId): Promise<LockedRequest | null> {
  await tx
    .selectFrom('support_requests')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Only now: a statement that waits for a lock joins rows as they were before it waited.
  return (await requestRows(tx).where('q.id', '=', id).executeTakeFirst()) ?? null
}

/** A time for the next message: later than the last one, whichever process writes it. */
export function timeAfter(last: Date, now: Date): Date {
  return last >= now ? new Date(last.getTime() + 1) : now
}

/** Whether the message with this key is stored; 'elsewhere' if it belongs to another request. */
export async function storedWith(
  tx: Tx,
  requestId: SupportRequestId,
  requestKey: FreshId,
): Promise<'here' | 'elsewhere' | null> {
  const id: SupportMessageId = requestKey
  const stored = await tx
    .selectFrom('support_messages')
    .select('request_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) return null
  return stored.request_id === requestId ? 'here' : 'elsewhere'
}
