import { data } from 'react-router'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import type { ConversationId, MessageId } from '#db/ids.ts'
import { messagesVersion } from '#domain/care/messages/conversation-list.ts'
import { markRead } from '#domain/care/messages/mark-read.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/messages-state.ts'

/** What an open page of messages compares, to reload only when something has changed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const conversation = new URL(request.url).searchParams.get('conversation')
  const version = await messagesVersion(
    context.get(appContext).db,
    context.get(signedInContext),
    parseId<ConversationId>(conversation),
  )
  return new Response(version, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

/** Marks what an open page shows as read. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const conversationId = parseId<ConversationId>(form.get('conversation'))
  const seenId = parseId<MessageId>(form.get('seen'))
  if (!conversationId || !seenId) throw data(null, { status: 400 })
  const person = context.get(signedInContext)
  const read = await markRead(context.get(appContext).db, person, { conversationId, seenId })
  if (!read.ok) throw data(null, { status: 404 })
  return new Response(null, { status: 204 })
}
