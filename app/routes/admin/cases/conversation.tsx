import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { MessageLines } from '#app/components/messages/message-lines.tsx'
import { shownLines } from '#app/components/messages/shown-message.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { readReason } from '#app/routes/admin/decisions.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import type { MessageId } from '#db/ids.ts'
import {
  findRemovable,
  type RemoveProblem,
  removeMessage,
} from '#domain/care/messages/remove-message.ts'
import {
  findReportedConversation,
  type ReadingReason,
  readReportedConversation,
} from '#domain/care/messages/reported-conversation.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/conversation.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? 'Conversation' : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = orNotFound(parseId<ReadingReason>(params.id))
  const { db, timeZone, admin } = adminIn(context)
  const found = orNotFound(await findReportedConversation(db, admin, id))
  const remove = parseId<MessageId>(new URL(request.url).searchParams.get('remove'))
  const removing = remove && (await findRemovable(db, admin, { reading: id, messageId: remove }))
  return {
    ...found,
    removing: removing && { ...removing, at: showInstant(removing.writtenAt, timeZone) },
  }
}

/** Reads a page of it, or removes a message; the audit log records both. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const reading = parseId<ReadingReason>(params.id)
  const { db, clock, timeZone, admin } = adminIn(context)
  const form = await readForm(request)
  if (reading && form.get('intent') === 'remove')
    return await remove(context, request, reading, form)
  const before = form.get('before')
  const wanted = reading && { reading, before: typeof before === 'string' ? before : null }
  const page = orNotFound(wanted && (await readReportedConversation(db, admin, wanted, clock())))
  return { lines: shownLines(page, timeZone), earlier: page.earlier, answer: undefined }
}

async function remove(
  context: Route.ActionArgs['context'],
  request: Request,
  reading: ReadingReason,
  form: FormData,
) {
  const { db, clock, originOf, admin } = adminIn(context)
  const messageId = orNotFound(parseId<MessageId>(form.get('message')))
  const reason = readReason(form)
  if (!reason.ok) return answerRemoval(reason.problem)
  const wanted = { reading, messageId, reason: reason.value, origin: originOf(request) }
  const writer = (await findRemovable(db, admin, wanted))?.writerName
  const removed = await removeMessage(db, admin, wanted, clock())
  return redirectBackWithToast(
    request,
    removed.ok
      ? success(isolated(`The message by ${writer} is removed. Both people will get an email.`))
      : failure(REFUSED[removed.problem.reason]),
  )
}

/** Has the same shape as a page that was read, so that there is one kind of answer. */
function answerRemoval(answer: Problem) {
  return data({ lines: null, earlier: null, answer }, { status: 400 })
}

const REFUSED = {
  'message-not-found': 'This message was not found.',
  'not-shown': 'This message has already been removed.',
  'reason-missing': 'Please give a reason.',
  'reason-too-long': 'Please give a shorter reason.',
} as const satisfies Record<RemoveProblem['reason'], string>

export default function AdminConversation({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { id, title, shopperName, listerName, removing } = loaderData
  return (
    <AdminFrame title="Conversation" line={title}>
      <p className="mt-6">
        <bdi>{shopperName}</bdi> asked <bdi>{listerName}</bdi> about this item. Each page that you
        read is recorded in the audit log.
      </p>
      {actionData?.lines ? (
        <div className="mt-8 grid max-w-3xl gap-8">
          {actionData.earlier && <Read before={actionData.earlier}>Earlier messages</Read>}
          <MessageLines
            conversation={{ id, lines: actionData.lines }}
            rentalTo={null}
            removeTo={(message) => `?remove=${message}`}
            photoTo={(message, image) =>
              href('/admin/conversations/:id/photos/:message/:image', {
                id: params.id,
                message,
                image,
              })
            }
          />
        </div>
      ) : (
        <div className="mt-8">
          <Read before="">Read the conversation</Read>
        </div>
      )}
      {removing && (
        <ReasonDialog
          key={removing.id}
          question={isolated(`Remove the message by ${removing.writerName}?`)}
          line={`It was sent on ${removing.at}. Neither side will see it, and both will get an email with your reason. This cannot be undone.`}
          about="message"
          fields={{ intent: 'remove', message: removing.id }}
          confirmText="Remove message"
          open={removing}
          answer={actionData?.answer}
          closeTo="."
        />
      )}
    </AdminFrame>
  )
}

function Read({ before, children }: { before: string; children: string }) {
  return (
    <Form method="post" warnUnsaved={false}>
      <input type="hidden" name="before" value={before} />
      <Button kind="secondary">{children}</Button>
    </Form>
  )
}
