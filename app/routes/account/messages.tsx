import { data, href, redirect } from 'react-router'
import { ConversationFrame } from '#app/components/messages/conversation-frame.tsx'
import { READ_ONLY } from '#app/components/messages/message-sentences.ts'
import { MessagesFrame } from '#app/components/messages/messages-frame.tsx'
import { useOpenPage } from '#app/components/messages/use-open-page.ts'
import { WriteMessage } from '#app/components/messages/write-message.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { Notice } from '#app/ui/notice.tsx'
import { savedMessagesOf } from '#domain/care/messages/saved-messages.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Route } from './+types/messages.ts'
import { answerMessage, readQuestion, readRenter } from './post-message.ts'
import { readList } from './read-messages.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.renter
      ? `Message ${loaderData.renter.renter.fullName}`
      : loaderData?.question
        ? `Ask about ${loaderData.question.title}`
        : 'Messages',
  )

/**
 * The list of conversations; with an item in the address, also a form to ask about it, and with a
 * rental, one to write to its renter.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(signedInContext)
  const question = await readQuestion(context, request, person)
  const renter = await readRenter(context, request, person)
  const known = question?.conversationId ?? renter?.conversationId
  if (known) throw redirect(`${href('/messages/:id', { id: known })}#newest`)
  const query = new URL(request.url).searchParams
  if (!question && !renter && (query.has('item') || query.has('rental')))
    throw data(null, { status: 404 })
  const owner = renter && asClosetOwner(person)
  const saved = owner && (await savedMessagesOf(context.get(appContext).db, owner))
  const list = await readList(context, request, person, null)
  return { question, renter, saved, formKey: newId(), ...list }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(signedInContext)
  const renter = await readRenter(context, request, person)
  if (renter) return await answerMessage(context, request, person, { rentalId: renter.rentalId })
  const question = await readQuestion(context, request, person)
  if (!question) throw data(null, { status: 404 })
  return await answerMessage(context, request, person, { itemId: question.itemId })
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { question, renter, saved, formKey, version, list } = loaderData
  useOpenPage({ conversationId: null, version, unreadId: null })
  const about = renter ?? question
  if (!about) return <MessagesFrame list={list} />
  const { itemId, title, imageUrl, isBlocked } = about
  const other = 'renter' in about ? about.renter : about.lister
  const query = renter ? `rental=${renter.rentalId}` : `item=${itemId}`
  return (
    <MessagesFrame list={list}>
      <ConversationFrame
        otherName={other.fullName}
        item={{ id: itemId, title, imageUrl }}
        lastId={null}
        footer={
          isBlocked ? (
            <Notice>{READ_ONLY.blocked}</Notice>
          ) : (
            <WriteMessage
              label={renter ? 'Your message' : 'Your question'}
              action={`${href('/messages')}?${query}`}
              formKey={formKey}
              seenId={null}
              answer={actionData}
              focused
              saved={saved}
            />
          )
        }
      >
        {!isBlocked && (
          <p className="text-soft">
            {!renter && 'Ask about fit, fabric or dates. '}
            <bdi>{other.fullName}</bdi> will get an email, and their reply will appear here.
          </p>
        )}
      </ConversationFrame>
    </MessagesFrame>
  )
}
