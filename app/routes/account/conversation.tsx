import { data, href, useNavigate } from 'react-router'
import { ConversationFrame } from '#app/components/messages/conversation-frame.tsx'
import { MessageLines } from '#app/components/messages/message-lines.tsx'
import { READ_ONLY } from '#app/components/messages/message-sentences.ts'
import { MessagesFrame } from '#app/components/messages/messages-frame.tsx'
import { useOpenPage } from '#app/components/messages/use-open-page.ts'
import { WriteMessage } from '#app/components/messages/write-message.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ConversationId } from '#db/ids.ts'
import { savedMessagesOf } from '#domain/care/messages/saved-messages.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/conversation.ts'
import { answerMessage } from './post-message.ts'
import { readList, readOpen } from './read-messages.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Messages with ${loaderData.open.other.fullName}` : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const person = context.get(signedInContext)
  const open = await readOpen(context, request, person, params.id)
  const query = new URL(request.url).searchParams
  const messageId = query.get('withdraw')
  const withdrawing = open.lines.find(
    (line) => line.kind === 'message' && line.mayWithdraw && line.id === messageId,
  )
  const rentals =
    open.side === 'shopper'
      ? ('renter' as const)
      : person.accountType === 'admin'
        ? ('admin' as const)
        : asClosetOwner(person) && ('closet' as const)
  const owner = open.side === 'lister' ? asClosetOwner(person) : null
  return {
    open,
    saved: owner && (await savedMessagesOf(context.get(appContext).db, owner)),
    rentals,
    sent: query.get('sent'),
    withdrawing: withdrawing?.id ?? null,
    formKey: newId(),
    ...(await readList(context, request, person, open.id)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const conversationId = parseId<ConversationId>(params.id)
  if (!conversationId) throw data(null, { status: 404 })
  return await answerMessage(context, request, context.get(signedInContext), { conversationId })
}

const RENTALS = {
  renter: (id: string) => href('/my-rentals/:id', { id }),
  closet: (id: string) => href('/business/rentals/:id', { id }),
  admin: (id: string) => href('/admin/rentals/:id', { id }),
} as const

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, saved, rentals, sent, withdrawing, formKey, version, list } = loaderData
  const { id, other, item, lastId, unread, earlierTo, newestTo, readOnly, hasBlocked } = open
  const own = href('/messages/:id', { id })
  const navigate = useNavigate()
  useOpenPage({ conversationId: id, version, unreadId: unread > 0 ? lastId : null })
  const footer = readOnly ? (
    <Notice>{READ_ONLY[readOnly]}</Notice>
  ) : (
    <WriteMessage
      key={sent}
      label="Your message"
      action={own}
      formKey={formKey}
      seenId={lastId}
      answer={actionData}
      focused={sent !== null}
      saved={saved}
    />
  )
  return (
    <MessagesFrame list={list}>
      <ConversationFrame
        key={id}
        otherName={other.fullName}
        item={item}
        lastId={lastId}
        menu={
          <Link
            to={hasBlocked ? href('/profile/blocked') : `${href('/block')}?id=${other.id}`}
            rel="nofollow"
            className="flex min-h-11 items-center text-sm wrap-anywhere"
          >
            <span>
              {hasBlocked ? 'Unblock' : 'Block'} <bdi>{other.fullName}</bdi>
            </span>
          </Link>
        }
        footer={newestTo ? <LinkButton to={newestTo}>Newest messages</LinkButton> : footer}
      >
        {earlierTo && (
          <p className="pb-6 text-center">
            <Link to={earlierTo} className="inline-flex min-h-11 items-center text-link">
              Earlier messages
            </Link>
          </p>
        )}
        <MessageLines conversation={open} rentalTo={rentals ? RENTALS[rentals] : null} reportable />
        {unread > 0 && lastId && <MarkAsRead own={own} seenId={lastId} />}
      </ConversationFrame>
      {withdrawing && (
        <ConfirmDialog
          question="Unsend this message?"
          open={withdrawing}
          onClose={() => navigate(own, { preventScrollReset: true, replace: true })}
          action={own}
          fields={{ intent: 'withdraw', message: withdrawing }}
          confirmText="Unsend"
          cancelText="Go back"
          danger
        >
          <p className="text-soft">
            <bdi>{other.fullName}</bdi> will no longer see it on Hemline, but will keep the email if
            we have already sent one. Hemline can read it if this conversation is reported.
          </p>
        </ConfirmDialog>
      )}
    </MessagesFrame>
  )
}

/** For browsers without a script; with one, the page does this itself once it is visible. */
function MarkAsRead({ own, seenId }: { own: string; seenId: string }) {
  if (useHydrated()) return null
  return (
    <Form method="post" action={own} className="pt-6 text-center">
      <input type="hidden" name="intent" value="read" />
      <input type="hidden" name="seen" value={seenId} />
      <Button kind="secondary" size="small">
        Mark as read
      </Button>
    </Form>
  )
}
