import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { ConversationId, MessageId, RentalId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { asId } from '#domain/shared/ids.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { goneFor, type MessagesPage, pageOfMessages } from './conversation-queries.ts'

// Admins can read other people's conversations only after a report of one of the messages, or to
// decide a case about a rental, and the audit log records each page they read.

/** What lets admins read: a message that was reported, or a rental with a case to decide. */
export type ReadingReason = MessageId | RentalId

/** What an admin sees before reading it. */
export type ReportedConversation = {
  readonly id: ConversationId
  readonly title: string
  readonly shopperName: string
  readonly listerName: string
}

/** The conversation; null for a message that was not reported, and a rental without a case. */
export async function findReportedConversation(
  read: DbOrTx,
  _admin: Admin,
  reading: ReadingReason,
): Promise<ReportedConversation | null> {
  return (await ofReport(read, asId(reading))) ?? (await ofCase(read, asId(reading))) ?? null
}

function ofReport(read: DbOrTx, messageId: MessageId) {
  return conversationRows(read)
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .innerJoin('reports as r', (join) =>
      join
        .onRef('r.reported_id', '=', 'm.writer_id')
        .on('r.noun', '=', 'message')
        .on('r.noun_id', '=', messageId),
    )
    .where('m.id', '=', messageId)
    .limit(1)
    .executeTakeFirst()
}

function ofCase(read: DbOrTx, rentalId: RentalId) {
  return conversationRows(read)
    .innerJoin('rentals as r', (join) =>
      join.onRef('r.item_id', '=', 'c.item_id').onRef('r.renter_id', '=', 'c.shopper_id'),
    )
    .where('r.id', '=', rentalId)
    .where(
      sql<boolean>`(exists (select from deposit_appeals a
          where a.rental_id = r.id and a.status in ('open', 'answered'))
        or exists (select from return_requests q
          where q.rental_id = r.id and q.status in ('open', 'contested')))`,
    )
    .executeTakeFirst()
}

function conversationRows(read: DbOrTx) {
  return read
    .selectFrom('conversations as c')
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .innerJoin('user_profiles as s', 's.id', 'c.shopper_id')
    .innerJoin('user_profiles as l', 'l.id', 'c.lister_id')
    .select(['c.id', 'i.title', 's.full_name as shopperName', 'l.full_name as listerName'])
}

/** Reads and records a page of such a conversation, with withdrawn and removed messages. */
export async function readReportedConversation(
  db: Db,
  admin: Admin,
  { reading, before }: { readonly reading: ReadingReason; readonly before: string | null },
  now: Date,
): Promise<MessagesPage | null> {
  return await inTransaction(db, async (tx) => {
    const conversation = await findReportedConversation(tx, admin, reading)
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
