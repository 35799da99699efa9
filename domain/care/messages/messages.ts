import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type {
  ConversationId,
  FreshId,
  ImageId,
  ItemId,
  MessageId,
  PersonId,
  RentalId,
} from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { isBlocked } from '#domain/care/blocks/blocks.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { findAskable } from './ask-about-item.ts'
import { type LockedConversation, lockConversation, sideOf } from './conversation-side.ts'
import { readUpTo } from './mark-read.ts'
import { MAIL_AFTER_MINUTES, MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_PHOTOS } from './message-limits.ts'
import { findRenterToWrite } from './write-to-renter.ts'

export { transferConversations } from './end-conversations.ts'
export { removeReported } from './remove-message.ts'
export { removeSavedMessagesOf } from './saved-messages.ts'

/** A message, with images that are already uploaded. */
export type NewMessage = {
  /** The item that a shopper asks about, a rental whose renter its lister writes to, or an existing conversation. */
  readonly to:
    | { readonly itemId: ItemId }
    | { readonly rentalId: RentalId }
    | { readonly conversationId: ConversationId }
  readonly body: string
  readonly imageIds: readonly ImageId[]
  /** Single-use key of the form: it sends once, however often the form is posted. */
  readonly requestKey: FreshId
  /** The last message that the writer has seen: it and those before are marked as read. */
  readonly seenId?: MessageId | null
}

export type SendProblem =
  | { readonly reason: 'conversation-not-found' }
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'too-many-photos' }
  | { readonly reason: 'image-unknown' }
  /** One of the two has blocked the other. */
  | { readonly reason: 'blocked' }
  /** The other side's account is deleted, or the conversation was ended. */
  | { readonly reason: 'closed' }
  | { readonly reason: 'request-used' }
  /** More than one account can send within `MESSAGE_DAYS`. */
  | { readonly reason: 'too-many-messages' }

export type Sent = { readonly conversationId: ConversationId; readonly messageId: MessageId }

/**
 * Sends a message: the shopper opens a conversation about an item, or its lister during a rental and
 * shortly after it, and both sides answer in it. The messages of a conversation have increasing times, whichever process writes them.
 */
export async function sendMessage(
  db: Db,
  person: Person,
  message: NewMessage,
  now: Date,
): Promise<Outcome<Sent, SendProblem>> {
  const body = severalLines(message.body)
  const imageIds = [...new Set(message.imageIds)]
  if (body === '' && imageIds.length === 0) return refused({ reason: 'words-missing' })
  if ([...body].length > MAX_MESSAGE_CHARACTERS) return refused({ reason: 'words-too-long' })
  if (imageIds.length > MAX_MESSAGE_PHOTOS) return refused({ reason: 'too-many-photos' })
  try {
    return await inTransactionOrRollback(db, async (tx, rollBack) => {
      const conversation = await conversationFor(tx, person, message.to, now)
      const side = conversation && sideOf(person, conversation)
      if (!conversation || !side) return rollBack(refused({ reason: 'conversation-not-found' }))
      const { id: conversationId } = conversation
      const earlier = await findSent(tx, person, conversationId, message.requestKey)
      if (earlier) return done({ conversationId, messageId: earlier })
      const { shopper_id: shopperId, lister_id: listerId } = conversation
      if (conversation.is_closed) return rollBack(refused({ reason: 'closed' }))
      if (await isBlocked(tx, shopperId, listerId)) return rollBack(refused({ reason: 'blocked' }))
      const attached = await attachImages(tx, person, imageIds, 'message', now)
      if (!attached.ok) return rollBack(attached)
      const id: MessageId = newId()
      const { requestKey } = message
      const writtenAt = after(conversation.is_new ? null : conversation.last_message_at, now)
      await tx
        .insertInto('messages')
        .values({
          id,
          conversation_id: conversationId,
          writer_id: person.id,
          body,
          image_ids: imageIds,
          request_key: requestKey,
          written_at: writtenAt,
        })
        .execute()
      const unread = side === 'shopper' ? 'lister_unread' : 'shopper_unread'
      await tx
        .updateTable('conversations')
        .set((set) => ({ last_message_at: writtenAt, [unread]: set(unread, '+', 1) }))
        .where('id', '=', conversationId)
        .execute()
      if (message.seenId) await readUpTo(tx, conversation, side, message.seenId)
      const runAt = new Date(writtenAt.getTime() + MAIL_AFTER_MINUTES * 60_000)
      await enqueue(tx, 'mail-unread-messages', { messageId: id }, { runAt })
      return done({ conversationId, messageId: id })
    })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'request_sends_once') return refused({ reason: 'request-used' })
    if (constraint?.startsWith('writer_sends_at_most'))
      return refused({ reason: 'too-many-messages' })
    throw error
  }
}

/** `now`, or a millisecond after the last message if that is later. */
function after(last: Date | null, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now
}

type Target = LockedConversation & { readonly is_new: boolean }

async function conversationFor(
  tx: Tx,
  person: Person,
  to: NewMessage['to'],
  now: Date,
): Promise<Target | null> {
  if ('conversationId' in to) {
    const known = await lockConversation(tx, { id: to.conversationId })
    return known ? { ...known, is_new: false } : null
  }
  const opening = await openingOf(tx, person, to, now)
  if (!opening) return null
  const { itemId, shopperId } = opening
  const about = { itemId, shopperId }
  const known = await lockConversation(tx, about)
  if (known) return { ...known, is_new: false }
  const listerId = opening.listerId ?? (await findAskable(tx, person, itemId))?.lister.id
  if (!listerId) return null
  const opened = await tx
    .insertInto('conversations')
    .values({
      id: newId(),
      item_id: itemId,
      shopper_id: shopperId,
      lister_id: listerId,
      last_message_at: now,
    })
    .onConflict((conflict) =>
      conflict.constraint('one_conversation_per_item_and_shopper').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const locked = await lockConversation(tx, about)
  return locked ? { ...locked, is_new: opened !== undefined } : null
}

/** The conversation that a message opens, if there is none yet. */
async function openingOf(
  tx: Tx,
  person: Person,
  to: Exclude<NewMessage['to'], { readonly conversationId: ConversationId }>,
  now: Date,
): Promise<{ itemId: ItemId; shopperId: PersonId; listerId: PersonId | null } | null> {
  if ('itemId' in to) return { itemId: to.itemId, shopperId: person.id, listerId: null }
  const found = await findRenterToWrite(tx, person, to.rentalId, now)
  return found && { itemId: found.itemId, shopperId: found.renter.id, listerId: found.listerId }
}

async function findSent(
  tx: Tx,
  person: Person,
  conversationId: ConversationId,
  requestKey: FreshId,
): Promise<MessageId | null> {
  const sent = await tx
    .selectFrom('messages')
    .select('id')
    .where('request_key', '=', requestKey)
    .where('conversation_id', '=', conversationId)
    .where('writer_id', '=', person.id)
    .executeTakeFirst()
  return sent?.id ?? null
}
