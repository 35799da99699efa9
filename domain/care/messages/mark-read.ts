import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ConversationId, MessageId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  type LockedConversation,
  lockConversation,
  type Side,
  sideOf,
} from './conversation-side.ts'

/**
 * Marks the message and those before it as read by this person's side. Later ones, which they have
 * not seen yet, stay unread.
 */
export async function markRead(
  db: Db,
  person: Person,
  {
    conversationId,
    seenId,
  }: { readonly conversationId: ConversationId; readonly seenId: MessageId },
): Promise<Outcome<null, { readonly reason: 'conversation-not-found' }>> {
  return await inTransaction(db, async (tx) => {
    const conversation = await lockConversation(tx, { id: conversationId })
    const side = conversation && sideOf(person, conversation)
    if (!conversation || !side) return refused({ reason: 'conversation-not-found' })
    await readUpTo(tx, conversation, side, seenId)
    return done(null)
  })
}

/** Part of reading and answering. The caller holds the lock of the conversation. */
export async function readUpTo(
  tx: Tx,
  { id }: LockedConversation,
  side: Side,
  seenId: MessageId,
): Promise<void> {
  const [readAt, unread] =
    side === 'shopper'
      ? (['shopper_read_at', 'shopper_unread'] as const)
      : (['lister_read_at', 'lister_unread'] as const)
  const isTheirs =
    side === 'shopper' ? sql`m.writer_id <> c.shopper_id` : sql`m.writer_id = c.shopper_id`
  await sql`
    update conversations c set ${sql.ref(readAt)} = seen.written_at, ${sql.ref(unread)} = (
      select count(*) from messages m where m.conversation_id = c.id
        and m.written_at > seen.written_at and m.withdrawn_at is null and ${isTheirs})
    from messages seen
    where c.id = ${id} and seen.id = ${seenId} and seen.conversation_id = c.id
      and seen.written_at > coalesce(c.${sql.ref(readAt)}, '-infinity')`.execute(tx)
}
