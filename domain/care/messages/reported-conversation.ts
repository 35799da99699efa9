import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { ConversationId, MessageId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { goneFor, type MessagesPage, pageOfMessages } from './conversation-queries.ts'

// Admins can read other people's conversations only after a report of one of the messages, and the
// audit log records each page they read.

/** What an admin sees before reading it. */
export type ReportedConversation = {
  readonly id: ConversationId
  readonly title: string
  readonly shopperName: string
  readonly listerName: string
}

/** The conversation of a reported message; null for a message that was not reported. */
export async function findReportedConversation(
  read: DbOrTx,
  _admin: Admin,
  messageId: MessageId,
): Promise<ReportedConversation | null> {
  const found = await read
    .selectFrom('messages as m')
    .innerJoin('reports as r', (join) =>
      join
        .onRef('r.reported_id', '=', 'm.writer_id')
        .on('r.noun', '=', 'message')
        .on('r.noun_id', '=', messageId),
    )
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .innerJoin('user_profiles as s', 's.id', 'c.shopper_id')
    .innerJoin('user_profiles as l', 'l.id', 'c.lister_id')
    .select(['c.id', 'i.title', 's.full_name as shopperName', 'l.full_name as listerName'])
    .where('m.id', '=', messageId)
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Reads and records a page of a reported conversation, with withdrawn and removed messages. */
export async function readReportedConversation(
  db: Db,
  admin: Admin,
  { messageId, before }: { readonly messageId: MessageId; readonly before: string | null },
  now: Date,
): Promise<MessagesPage | null> {
  return await inTransaction(db, async (tx) => {
    const conversation = await findReportedConversation(tx, admin, messageId)
    if (!conversation) return null
    const line = { action: 'read conversation', noun: 'conversation', nounId: conversation.id }
    await recordAction(tx, admin, line, now)
    return await pageOf(tx, admin, conversation.id, before)
  })
}

async function pageOf(
  tx: Tx,
  admin: Admin,
  id: ConversationId,
  before: string | null,
): Promise<MessagesPage> {
  const from = decodeNewestFirst<MessageId>(before)
  const { shown, earlier } = await pageOfMessages(tx, id, from)
  const messages = shown.map((row) => ({
    id: row.id,
    writerName: row.writer_name,
    isOwn: row.writer_id === admin.id,
    isOwnSide: row.writer_id !== row.shopper_id,
    body: row.body,
    gone: goneFor(row),
    imageIds: row.image_ids,
    writtenAt: row.written_at,
    mayWithdraw: false,
  }))
  return { messages: messages.toReversed(), lines: [], earlier }
}
