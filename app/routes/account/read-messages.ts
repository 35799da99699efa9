import { data, href } from 'react-router'
import { type OpenConversation, shownLines } from '#app/components/messages/shown-message.ts'
import { appContext } from '#app/request/contexts.ts'
import type { ConversationId } from '#db/ids.ts'
import { conversationsOf, messagesVersion } from '#domain/care/messages/conversation-list.ts'
import { findConversation, messagesIn } from '#domain/care/messages/conversation-queries.ts'
import type { Person } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

type Context = Parameters<typeof import('#app/request/attempt.ts').attempt>[0]

/** The list of conversations as the address asks for it, and what an open page compares. */
export async function readList(
  context: Context,
  request: Request,
  person: Person,
  conversationId: ConversationId | null,
) {
  const { db, timeZone } = context.get(appContext)
  const after = new URL(request.url).searchParams.get('after')
  const [page, version] = await Promise.all([
    conversationsOf(db, person, after),
    messagesVersion(db, person, conversationId),
  ])
  const conversations = page.rows.map(({ lastMessageAt, ...row }) => ({
    ...row,
    at: showInstant(lastMessageAt, timeZone),
  }))
  const messages = href('/messages')
  return {
    version,
    list: {
      conversations,
      firstTo: after === null ? null : messages,
      nextTo: page.next && `${messages}?${new URLSearchParams({ after: page.next })}`,
    },
  }
}

/** The conversation of an address; 404 for anyone who is on neither side. */
export async function readOpen(
  context: Context,
  request: Request,
  person: Person,
  id: string | undefined,
): Promise<OpenConversation> {
  const { db, timeZone, clock } = context.get(appContext)
  const conversationId = parseId<ConversationId>(id)
  const conversation = conversationId && (await findConversation(db, person, conversationId))
  if (!conversation) throw data(null, { status: 404 })
  const before = new URL(request.url).searchParams.get('before')
  const page = await messagesIn(db, person, conversation, before, clock())
  const own = href('/messages/:id', { id: conversation.id })
  const earlier = page.earlier && `${own}?${new URLSearchParams({ before: page.earlier })}`
  return {
    ...conversation,
    lines: shownLines(page, timeZone),
    lastId: before === null ? (page.messages.at(-1)?.id ?? null) : null,
    earlierTo: earlier,
    newestTo: before === null ? null : `${own}#newest`,
  }
}
