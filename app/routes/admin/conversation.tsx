import { data } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { MessageLines } from '#app/components/messages/message-lines.tsx'
import { shownLines } from '#app/components/messages/shown-message.ts'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { readForm } from '#app/http/read-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import type { MessageId } from '#db/ids.ts'
import {
  findReportedConversation,
  readReportedConversation,
} from '#domain/messages/reported-conversation.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/conversation.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? 'Reported conversation' : 'Not found')

/** Whose conversation it is, and nothing of what it says. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = parseId<MessageId>(params.id)
  const { db } = context.get(appContext)
  const found = id && (await findReportedConversation(db, context.get(adminContext), id))
  if (!found) throw data(null, { status: 404 })
  return found
}

/** Reads a page of it, which the audit log records. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const messageId = parseId<MessageId>(params.id)
  const { db, clock, timeZone } = context.get(appContext)
  const form = await readForm(request)
  const before = form.get('before')
  const wanted = messageId && { messageId, before: typeof before === 'string' ? before : null }
  const admin = context.get(adminContext)
  const page = wanted && (await readReportedConversation(db, admin, wanted, clock()))
  if (!page) throw data(null, { status: 404 })
  return { lines: shownLines(page, timeZone), earlier: page.earlier }
}

export default function AdminConversation({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, shopperName, listerName } = loaderData
  return (
    <AdminFrame title="Reported conversation" line={title}>
      <p className="mt-6">
        {shopperName} asked {listerName} about this item. Each page that you read is recorded in the
        audit log.
      </p>
      {actionData ? (
        <div className="mt-8 grid max-w-3xl gap-8">
          {actionData.earlier && <Read before={actionData.earlier}>Earlier messages</Read>}
          <MessageLines conversation={{ id, lines: actionData.lines }} rentalTo={null} />
        </div>
      ) : (
        <div className="mt-8">
          <Read before="">Read the conversation</Read>
        </div>
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
