import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ConversationId, ImageId, MessageId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { sideOf } from './conversation-side.ts'
import { findReportedConversation, type ReadingReason } from './reported-conversation.ts'

/** The photo of a message, as identified in its address. */
export type MessagePhoto = {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  readonly imageId: ImageId
}

/** Whether a person may see a photo in their conversation; false once its message is gone. */
export async function mayReadPhoto(
  db: DbOrTx,
  person: Person,
  { conversationId, messageId, imageId }: MessagePhoto,
): Promise<boolean> {
  const found = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('user_profiles as l', 'l.id', 'c.lister_id')
    .select(['c.shopper_id', 'c.lister_id', 'l.account_type as lister_type'])
    .where('m.id', '=', messageId)
    .where('m.conversation_id', '=', conversationId)
    .where(sql<boolean>`${imageId} = any(m.image_ids)`)
    .where('m.withdrawn_at', 'is', null)
    .where('m.removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && sideOf(person, found) !== null
}

/** How long after reading a page of a reported conversation an admin can see its photos. */
const READ_MS = 60 * 60_000

/**
 * Whether an admin may see a photo of a reported conversation: only after reading a page of it, so
 * that every view of a photo has a line in the audit log. Includes withdrawn and removed messages,
 * as on that page.
 */
export async function mayReadReportedPhoto(
  db: DbOrTx,
  admin: Admin,
  {
    reading,
    messageId,
    imageId,
  }: {
    /** What lets the admin read the conversation. */
    readonly reading: ReadingReason
    readonly messageId: MessageId
    readonly imageId: ImageId
  },
  now: Date,
): Promise<boolean> {
  const conversation = await findReportedConversation(db, admin, reading)
  if (!conversation) return false
  const found = await db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversation.id)
    .where(sql<boolean>`${imageId} = any(image_ids)`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_log')
          .select('id')
          .where('noun', '=', 'conversation')
          .where('noun_id', '=', conversation.id)
          .where('actor_id', '=', admin.id)
          .where('action', '=', 'read conversation')
          .where('at', '>', new Date(now.getTime() - READ_MS))
          // Not without end if the clock was set back since.
          .where('at', '<', new Date(now.getTime() + READ_MS)),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}
