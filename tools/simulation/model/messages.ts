import type { ConversationId, MessageId, PersonId } from '#db/ids.ts'
import { isAvailable } from './calendar.ts'
import { count, type Item, type Model } from './state.ts'

// Conversations of shoppers with closets about items, and blocks.

const WITHDRAW_MS = 10 * 60_000
const MAX_CHARACTERS = 2000

export type Side = 'shopper' | 'lister'

export type Message = {
  readonly id: MessageId
  readonly conversation: Conversation
  readonly writer: PersonId
  readonly side: Side
  readonly body: string
  readonly key: string
  readonly writtenAt: number
  isWithdrawn: boolean
}

export type Conversation = {
  readonly id: ConversationId
  readonly item: Item
  readonly shopper: PersonId
  /** The last message that each side has read. */
  readonly readAt: { shopper: number; lister: number }
  isClosed: boolean
}

export type Writer = { readonly id: PersonId; readonly isAdmin: boolean }

export function isBlocked({ blocks }: Model, one: PersonId, other: PersonId): boolean {
  return blocks.has(`${one} ${other}`) || blocks.has(`${other} ${one}`)
}

export function sideIn({ shopper, item }: Conversation, { id, isAdmin }: Writer): Side | null {
  if (id === shopper) return 'shopper'
  return id === item.lister || (isAdmin && !item.earns) ? 'lister' : null
}

export function messagesOf(model: Model, conversation: Conversation): Message[] {
  return model.messages.filter((one) => one.conversation === conversation)
}

/** Messages of the other side that this side has not read. */
export function unreadOf(model: Model, conversation: Conversation, side: Side): number {
  return messagesOf(model, conversation).filter(
    (one) => one.side !== side && !one.isWithdrawn && one.writtenAt > conversation.readAt[side],
  ).length
}

type To = { readonly conversation: Conversation } | { readonly item: Item }

export function conversationFor(model: Model, to: To, writer: Writer): Conversation | undefined {
  if ('conversation' in to) return to.conversation
  return model.conversations.find((one) => one.item === to.item && one.shopper === writer.id)
}

/** Why a message is not sent, or 'done'. */
export function whyNotSend(
  model: Model,
  to: To,
  writer: Writer,
  { body, key }: { readonly body: string; readonly key: string },
): string {
  if (body.trim() === '') return 'words-missing'
  if (body.trim().length > MAX_CHARACTERS) return 'words-too-long'
  const known = conversationFor(model, to, writer)
  if (known && sideIn(known, writer) === null) return 'conversation-not-found'
  if (!known && 'item' in to && !mayAsk(model, to.item, writer)) return 'conversation-not-found'
  if (known && messagesOf(model, known).some((one) => one.key === key)) return 'done'
  if (known?.isClosed) return 'closed'
  const item = known?.item ?? ('item' in to ? to.item : null)
  const shopper = known?.shopper ?? writer.id
  return item && isBlocked(model, shopper, item.lister) ? 'blocked' : 'done'
}

/** Whether the item is public or rented by the writer. */
function mayAsk(model: Model, item: Item, { id, isAdmin }: Writer): boolean {
  if (isAdmin || item.lister === id || model.left.has(item.lister)) return false
  return !item.retired || model.rentals.some((one) => one.item === item && one.renter === id)
}

type Ids = { readonly conversationId: ConversationId; readonly messageId: MessageId }

/** It was sent for the first time. */
export function send(
  model: Model,
  to: To,
  writer: Writer,
  { body, key }: { readonly body: string; readonly key: string },
  { conversationId, messageId }: Ids,
): void {
  let conversation = conversationFor(model, to, writer)
  if (!conversation && 'item' in to) {
    const nothing = { readAt: { shopper: 0, lister: 0 }, isClosed: false }
    conversation = { id: conversationId, item: to.item, shopper: writer.id, ...nothing }
    model.conversations.push(conversation)
    count(model, 'conversation opened')
  }
  const side = conversation && sideIn(conversation, writer)
  if (!conversation || !side) throw new Error('a message without a conversation')
  const last = Math.max(0, ...messagesOf(model, conversation).map((one) => one.writtenAt))
  model.messages.push({
    ...{ id: messageId, conversation, side, key, writer: writer.id, body: body.trim() },
    ...{ writtenAt: Math.max(model.now, last + 1), isWithdrawn: false },
  })
}

export function read(conversation: Conversation, reader: Writer, seen: Message): string {
  const side = sideIn(conversation, reader)
  if (!side) return 'conversation-not-found'
  const isOfIt = seen.conversation === conversation
  const { readAt } = conversation
  if (isOfIt) readAt[side] = Math.max(readAt[side], seen.writtenAt)
  return 'done'
}

export function withdraw(model: Model, message: Message, person: PersonId): string {
  if (message.writer !== person) return 'message-not-found'
  if (message.isWithdrawn) return 'done'
  if (model.now > message.writtenAt + WITHDRAW_MS) return 'withdraw-too-late'
  message.isWithdrawn = true
  return 'done'
}

/** Part of deleting an account. */
export function endConversationsOf(model: Model, person: PersonId): void {
  for (const one of model.conversations)
    if (one.item.lister === person || one.shopper === person) one.isClosed = true
  for (const pair of model.blocks) if (pair.split(' ').includes(person)) model.blocks.delete(pair)
}

/** Blocks a person; the shop itself cannot be blocked. Returns what the command should. */
export function block(model: Model, blocker: PersonId, blocked: PersonId, admin: PersonId): string {
  if (blocker === blocked) return 'own-account'
  const isLister =
    model.closets.has(blocked) ||
    model.items.some((item) => item.lister === blocked && !item.paused && isAvailable(model, item))
  const known = isLister || haveMet(model, blocker, blocked) || haveMet(model, blocked, blocker)
  if (!known) return 'person-not-found'
  if (blocked === admin) return 'is-admin'
  model.blocks.add(`${blocker} ${blocked}`)
  return 'done'
}

/** In a rental or a conversation. */
function haveMet({ rentals, conversations }: Model, closet: PersonId, shopper: PersonId): boolean {
  return (
    rentals.some((one) => one.item.lister === closet && one.renter === shopper) ||
    conversations.some((one) => one.item.lister === closet && one.shopper === shopper)
  )
}
