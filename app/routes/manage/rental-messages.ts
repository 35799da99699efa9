import { type RentalConversation, shownLines } from '#app/components/messages/shown-message.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import type { RentalId } from '#db/ids.ts'
import { messagesAbout } from '#domain/care/messages/conversation-queries.ts'
import type { Person } from '#domain/shared/actors.ts'

export async function readRentalMessages(
  context: Context,
  person: Person,
  rentalId: RentalId,
): Promise<RentalConversation | null> {
  const { db, timeZone, clock } = context.get(appContext)
  const about = await messagesAbout(db, person, rentalId, clock())
  if (!about) return null
  const messages = about.messages.map((message) => ({ ...message, mayWithdraw: false }))
  return { id: about.conversation.id, lines: shownLines({ messages, lines: [] }, timeZone) }
}
