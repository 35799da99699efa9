import { type Db, inTransaction } from '#db/connection.ts'
import type { ConversationId, MessageId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { lockConversation } from './conversation-side.ts'
import { withdrawableUntil } from './message-limits.ts'

export type TakeBackProblem =
  | { readonly reason: 'message-not-found' }
  | { readonly reason: 'withdraw-too-late' }

/**
 * Withdraws one's own message within `WITHDRAW_MINUTES`: the other side no longer sees it and gets
 * no email about it. The text stays stored, in case somebody who read it reports it. Repeating it,
 * or withdrawing a removed message, has no effect.
 */
export async function withdrawMessage(
  db: Db,
  person: Person,
  messageId: MessageId,
  now: Date,
): Promise<Outcome<{ readonly conversationId: ConversationId }, TakeBackProblem>> {
  return await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('messages')
      .select('conversation_id')
      .where('id', '=', messageId)
      .where('writer_id', '=', person.id)
      .executeTakeFirst()
    const conversation = found && (await lockConversation(tx, { id: found.conversation_id }))
    if (!conversation) return refused({ reason: 'message-not-found' })
    const { id: conversationId } = conversation
    const message = await tx
      .selectFrom('messages')
      .select(['written_at', 'withdrawn_at', 'removed_at'])
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    if (message.withdrawn_at || message.removed_at) return done({ conversationId })
    if (now > withdrawableUntil(message.written_at)) return refused({ reason: 'withdraw-too-late' })
    await tx
      .updateTable('messages')
      .set({ withdrawn_at: now })
      .where('id', '=', messageId)
      .execute()
    const isShoppers = person.id === conversation.shopper_id
    const readAt = isShoppers ? conversation.lister_read_at : conversation.shopper_read_at
    if (!readAt || message.written_at > readAt) {
      const unread = isShoppers ? 'lister_unread' : 'shopper_unread'
      await tx
        .updateTable('conversations')
        .set((set) => ({ [unread]: set(unread, '-', 1) }))
        .where('id', '=', conversationId)
        .execute()
    }
    return done({ conversationId })
  })
}
