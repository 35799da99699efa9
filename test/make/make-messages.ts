import type { Db } from '#db/connection.ts'
import type { ConversationId, ItemId, MessageId } from '#db/ids.ts'
import { sendMessage } from '#domain/care/messages/messages.ts'
import { report } from '#domain/care/reports/reports.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { MakeThings } from './make.ts'

const MINUTE_MS = 60_000

/** What two people write to each other. */
export function makeMessages(db: Db, { shopper, closet, item }: MakeThings) {
  /** The messages in turn, the shopper's first; a minute apart, the last one now. */
  async function conversation({
    words = ['Does it run small?'],
    now = new Date(),
    ...given
  }: {
    item?: { readonly id: ItemId }
    shopper?: Person
    closet?: Person
    words?: readonly string[]
    now?: Date
  } = {}) {
    const lister = given.closet ?? (await closet())
    const about = given.item ?? (await item({ closet: lister }))
    const asking = given.shopper ?? (await shopper())
    let id: ConversationId | null = null
    let lastOfShopper: MessageId | null = null
    for (const [index, body] of words.entries()) {
      const at = new Date(now.getTime() - (words.length - 1 - index) * MINUTE_MS)
      const to = id ? { conversationId: id } : { itemId: about.id }
      const writer = index % 2 === 0 ? asking : lister
      const message = { to, body, imageIds: [], requestKey: newId() }
      const sent = await sendMessage(db, writer, message, at)
      if (!sent.ok) throw new Error(`not sent: ${sent.problem.reason}`)
      id = sent.value.conversationId
      if (writer === asking) lastOfShopper = sent.value.messageId
    }
    if (!id) throw new Error('a conversation has a message')
    return { id, lastOfShopper, item: about, shopper: asking, closet: lister }
  }

  /** Somebody reports a message that was written to them. */
  async function messageReport(reporter: Person, id: MessageId, now = new Date()) {
    const about = { noun: 'message', id, reason: 'offensive', words: 'This is rude.' } as const
    const sent = await report(db, reporter, { ...about, origin: 'https://shop.example' }, now)
    if (!sent.ok) throw new Error(`not reported: ${sent.problem.reason}`)
  }

  return { conversation, messageReport }
}
