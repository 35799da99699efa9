import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ImageId, RentalId, SupportMessageId, SupportRequestId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { requestRows } from './locked-request.ts'
import { MAX_SUPPORT_MESSAGES, reopenableUntil } from './support-limits.ts'

/** The requests of a person, the one with the newest message first. */
export async function ownRequests(db: DbOrTx, person: Person, after: string | null) {
  const own = requestRows(db).where('q.person_id', '=', person.id)
  return await newestPage(own, {
    by: ['q.last_message_at', 'q.id'],
    keysOf: (row) => [row.lastMessageAt, row.id],
    from: decodeNewestFirst<SupportRequestId>(after),
  })
}

/** What this person wrote about a rental, the newest message first; up to five. */
export async function ownRequestsAbout(db: DbOrTx, person: Person, rentalId: RentalId) {
  return await db
    .selectFrom('support_requests')
    .select(['id', 'kind', 'status', 'message_count as messageCount'])
    .where('rental_id', '=', rentalId)
    .where('person_id', '=', person.id)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}

/** A request of this person with its messages; null for anybody else's. */
export async function findOwnRequest(db: DbOrTx, person: Person, id: SupportRequestId, now: Date) {
  const request = await requestRows(db)
    .where('q.id', '=', id)
    .where('q.person_id', '=', person.id)
    .executeTakeFirst()
  if (!request) return null
  const reopenUntil = request.closedAt && reopenableUntil(request.closedAt)
  return {
    ...request,
    /** Until when a reply reopens it; null unless it is closed. */
    reopenUntil,
    mayWrite:
      request.messageCount < MAX_SUPPORT_MESSAGES && (reopenUntil === null || now <= reopenUntil),
    messages: await supportMessages(db, id),
  }
}

/** All messages of a request, oldest first. */
export async function supportMessages(db: DbOrTx, id: SupportRequestId) {
  return await db
    .selectFrom('support_messages as m')
    .innerJoin('user_profiles as w', 'w.id', 'm.writer_id')
    .select(['m.id', 'm.body', 'm.is_answer as isAnswer', 'm.image_ids as imageIds'])
    .select(['m.written_at as writtenAt', 'w.full_name as writerName'])
    .where('m.request_id', '=', id)
    .orderBy('m.written_at')
    .orderBy('m.id')
    .limit(MAX_SUPPORT_MESSAGES)
    .execute()
}

/** The photo of a request, as identified in its address. */
export type SupportPhoto = {
  readonly requestId: SupportRequestId
  readonly messageId: SupportMessageId
  readonly imageId: ImageId
}

/** Whether a person may see a photo: their own request's, or as an admin. */
export async function mayReadSupportPhoto(
  db: DbOrTx,
  person: Person,
  { requestId, messageId, imageId }: SupportPhoto,
): Promise<boolean> {
  const found = await db
    .selectFrom('support_messages as m')
    .innerJoin('support_requests as q', 'q.id', 'm.request_id')
    .select('q.person_id')
    .where('m.id', '=', messageId)
    .where('q.id', '=', requestId)
    .where(sql<boolean>`${imageId} = any(m.image_ids)`)
    .executeTakeFirst()
  return found !== undefined && (found.person_id === person.id || person.accountType === 'admin')
}
