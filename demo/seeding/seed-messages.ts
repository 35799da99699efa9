import type { ConversationId } from '#db/ids.ts'
import { markRead } from '#domain/care/messages/mark-read.ts'
import { sendMessage } from '#domain/care/messages/messages.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import { demoShopper } from './demo-payments.ts'
import { itemId } from './seed-catalogue.ts'
import { shopperEmail } from './seed-people.ts'

const HOUR_MS = 3_600_000

/** The last message of each conversation is unread. */
const conversations = [
  {
    item: 'polka-dot-wrap',
    shopper: 'shopper@hemline.test',
    words: [
      [200, 'Hello! Does the wrap run small? I am usually between S and M.'],
      [199, 'It ties, so it fits both. Take your usual size.'],
      [198, 'Perfect, I have just requested it.'],
      [20, 'How was the party? Please send it back by tomorrow, no need to clean it.'],
    ],
  },
  {
    item: 'black-feather-column',
    shopper: shopperEmail('Iris Vale'),
    words: [[3, 'Could I pick it up on Thursday evening instead of Friday?']],
  },
  {
    item: 'little-black-dress',
    shopper: shopperEmail('Wren Castillo'),
    words: [[6, 'Could I pay you $40 in cash at the door instead, without Hemline?']],
  },
] as const

const keyOf = (item: string, index: number) => demoId(`message ${item} ${index}`)

/** The request key of a message that the closet reports. */
export const OFFER_OF_CASH = keyOf('little-black-dress', 0)

/** Messages between shoppers and the demo's closet; the shopper writes first. */
export async function seedMessages({ db }: Pick<DemoContext, 'db'>, now: Date): Promise<void> {
  const closet = await demoShopper(db, 'business@hemline.test')
  for (const { item, shopper: email, words } of conversations) {
    const shopper = await demoShopper(db, email)
    let conversationId: ConversationId | null = null
    for (const [index, [hours, body]] of words.entries()) {
      const writer = index % 2 === 0 ? shopper : closet
      const reader = index % 2 === 0 ? closet : shopper
      const message = {
        to: conversationId ? { conversationId } : { itemId: itemId(item) },
        body,
        imageIds: [],
        requestKey: keyOf(item, index),
      }
      const at = new Date(now.getTime() - hours * HOUR_MS)
      const sent = await sendMessage(db, writer, message, at)
      if (!sent.ok) throw new Error(`the demo's message about ${item}: ${sent.problem.reason}`)
      conversationId = sent.value.conversationId
      const seen = { conversationId, seenId: sent.value.messageId }
      if (index < words.length - 1) await markRead(db, reader, seen)
    }
  }
}
