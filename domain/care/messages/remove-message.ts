import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ConversationId, MessageId, PersonId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { lockConversation } from './conversation-side.ts'
import { type RemovedMail, removedEmail } from './message-emails.ts'
import { MAX_REMOVAL_REASON_CHARACTERS } from './message-limits.ts'
import { findReportedConversation, type ReadingReason } from './reported-conversation.ts'

export type Removal = {
  /** What lets the admin read the conversation. */
  readonly reading: ReadingReason
  readonly messageId: MessageId
  /** Emailed to both people. */
  readonly reason: string
  readonly origin: string
}

export type RemoveProblem =
  /** The message is not in a reported conversation. */
  | { readonly reason: 'message-not-found' }
  /** The message was removed or withdrawn already. */
  | { readonly reason: 'not-shown' }
  | { readonly reason: 'reason-missing' | 'reason-too-long' }

/** A message that can be removed, and its writer; without its text, which is read elsewhere. */
export async function findRemovable(
  db: Db | Tx,
  admin: Admin,
  { reading, messageId }: Pick<Removal, 'reading' | 'messageId'>,
) {
  const conversation = await findReportedConversation(db, admin, reading)
  if (!conversation) return null
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('user_profiles as w', 'w.id', 'm.writer_id')
    .select(['m.id', 'm.written_at as writtenAt', 'w.full_name as writerName'])
    .where('m.id', '=', messageId)
    .where('m.conversation_id', '=', conversation.id)
    .where('m.withdrawn_at', 'is', null)
    .where('m.removed_at', 'is', null)
    .executeTakeFirst()
  return message ?? null
}

/**
 * Removes a message of a reported conversation: neither side sees it any more, both are emailed the
 * reason, and the audit log has a line. It counts as unread until its removal is seen.
 */
export async function removeMessage(
  db: Db,
  admin: Admin,
  { reading, messageId, reason: given, origin }: Removal,
  now: Date,
): Promise<Outcome<null, RemoveProblem>> {
  const reason = given.trim()
  if (reason === '') return refused({ reason: 'reason-missing' })
  if ([...reason].length > MAX_REMOVAL_REASON_CHARACTERS)
    return refused({ reason: 'reason-too-long' })
  return await inTransaction(db, async (tx) => {
    const reported = await findReportedConversation(tx, admin, reading)
    const conversation = reported && (await lockConversation(tx, { id: reported.id }))
    const message = conversation && (await findMessage(tx, conversation.id, messageId))
    if (!message) return refused({ reason: 'message-not-found' })
    if (message.withdrawn_at || message.removed_at) return refused({ reason: 'not-shown' })
    await markRemoved(tx, admin, { messageId, reason }, now)
    const about = { conversationId: reported.id, title: reported.title, reason, origin }
    const { shopper_id: shopperId, lister_id: listerId } = conversation
    const { writer_id: writerId, body } = message
    const otherId = writerId === shopperId ? listerId : shopperId
    await notifyPerson(
      tx,
      writerId,
      { ...about, words: body.trim() || 'A message with photos' },
      now,
    )
    await notifyPerson(tx, otherId, { ...about, words: null }, now)
    return done(null)
  })
}

async function markRemoved(
  tx: Tx,
  admin: Admin,
  { messageId, reason }: Pick<Removal, 'messageId' | 'reason'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ removed_at: now, removed_by: admin.id, removed_reason: reason })
    .where('id', '=', messageId)
    .execute()
  const line = { action: 'remove', noun: 'message', nounId: messageId, after: { reason } }
  await recordAction(tx, admin, line, now)
}

/** Part of deciding a report, whose emails tell both people: removes the reported message. */
export async function removeReported(
  tx: Tx,
  admin: Admin,
  { messageId, reason }: Pick<Removal, 'messageId' | 'reason'>,
  now: Date,
): Promise<void> {
  const reported = await findReportedConversation(tx, admin, messageId)
  const conversation = reported && (await lockConversation(tx, { id: reported.id }))
  const message = conversation && (await findMessage(tx, conversation.id, messageId))
  if (!message || message.withdrawn_at || message.removed_at) return
  await markRemoved(tx, admin, { messageId, reason }, now)
}

async function findMessage(tx: Tx, conversationId: ConversationId, id: MessageId) {
  return await tx
    .selectFrom('messages')
    .select(['writer_id', 'body', 'withdrawn_at', 'removed_at'])
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
}

async function notifyPerson(
  tx: Tx,
  id: PersonId,
  about: Omit<RemovedMail, 'readerName'>,
  now: Date,
): Promise<void> {
  const person = await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) return
  const mail = removedEmail({ ...about, readerName: person.full_name })
  await notify(tx, { ...mail, to: person.email, recipientId: id }, now)
}
