import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { AnswerForm } from '#app/components/admin/support/answer-form.tsx'
import { AssignForm } from '#app/components/admin/support/assign-form.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { SupportLines } from '#app/components/support/support-lines.tsx'
import { ADMIN_STATUS } from '#app/components/support/support-status.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithError } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { readWritten } from '#app/routes/account/support/written-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { SupportRequestId } from '#db/ids.ts'
import { savedAnswers } from '#domain/care/support/saved-answers.ts'
import { assignableAdmins, findRequest } from '#domain/care/support/support-list.ts'
import { SUPPORT_KINDS, supportTitle } from '#domain/care/support/support-words.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/request.ts'
import { answerPosted, assignPosted, closePosted, insertSaved } from './answer-actions.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? titleOf(loaderData.request) : 'Not found')

const titleOf = ({ title, kind }: Pick<Found, 'title' | 'kind'>) =>
  `Support: ${supportTitle(title, kind)}`

type Found = Awaited<ReturnType<typeof readRequest>>

async function readRequest(context: Context, id: string | undefined) {
  const { db, admin, clock } = adminIn(context)
  const requestId = orNotFound(parseId<SupportRequestId>(id))
  return orNotFound(await findRequest(db, admin, requestId, clock()))
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, admin, timeZone } = adminIn(context)
  const { messages, ...request } = await readRequest(context, params.id)
  const [admins, saved] = await Promise.all([assignableAdmins(db, admin), savedAnswers(db, admin)])
  const lines = messages.map(({ writtenAt, ...line }) => ({
    ...line,
    at: showInstant(writtenAt, timeZone),
  }))
  return { request, lines, admins, saved, viewerId: admin.id, formKey: newId() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await readRequest(context, params.id)
  const read = await readWritten(context, request, adminIn(context).admin)
  if (!read.ok) return read.answer
  const { form } = read
  switch (form.get('intent')) {
    case 'insert':
      return await insertSaved(context, form)
    case 'assign':
      return await assignPosted(context, request, found, form)
    case 'close':
      return await closePosted(context, found, form)
    case 'answer':
    case 'answer-and-close':
      return await answerPosted(context, request, found, read)
    default:
      return redirectWithError(href('/admin/support/:id', { id: found.id }), 'Please try again.')
  }
}

export default function AdminRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request, lines, admins, saved, viewerId, formKey } = loaderData
  const { id, kind, status, personId, personName, messageCount, answeredAt } = request
  return (
    <AdminFrame title={titleOf(request)}>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="messages">
          <h2 id="messages" className="text-[1.625rem]">
            {SUPPORT_KINDS[kind]}
          </h2>
          <div className="mt-4 mb-8">
            <RequestFacts request={request} />
          </div>
          <SupportLines requestId={id} lines={lines} viewer="admin" />
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {personId === viewerId ? (
            <Notice>Another admin has to answer your own request.</Notice>
          ) : (
            <AnswerForm
              key={messageCount}
              personName={personName}
              seen={messageCount}
              formKey={formKey}
              saved={saved}
              answer={actionData}
            />
          )}
          <section aria-labelledby="assign" className="border-t border-line pt-6">
            <h2 id="assign" className="mb-5 text-[1.625rem]">
              Who answers
            </h2>
            <AssignForm admins={admins} assigneeId={request.assigneeId ?? ''} viewerId={viewerId} />
          </section>
          {status !== 'closed' && answeredAt && (
            <section aria-labelledby="close" className="border-t border-line pt-6">
              <h2 id="close" className="mb-2 text-[1.625rem]">
                Close
              </h2>
              <p className="mb-5 text-soft">
                Without another answer and without an email. A reply opens it again.
              </p>
              <QuickForm
                fields={{ intent: 'close', seen: String(messageCount) }}
                kind="secondary"
                failed="The request could not be closed"
              >
                Close request
              </QuickForm>
            </section>
          )}
        </div>
      </div>
    </AdminFrame>
  )
}

function RequestFacts({ request }: { request: Omit<Found, 'messages'> }) {
  const { status, isUrgent, isOverdue, dueAt, closedAt, rentalId, itemId, personId } = request
  const others = `${href('/admin/support')}?${new URLSearchParams({ part: 'all', person: personId })}`
  return (
    <Facts
      facts={[
        [
          'Status',
          <span key="status" className="flex flex-wrap items-center gap-2">
            <Badge kind={ADMIN_STATUS[status].kind}>{ADMIN_STATUS[status].label}</Badge>
            {status === 'open' && isUrgent && <Badge kind="accent">Urgent</Badge>}
            {isOverdue && <Badge kind="danger">Overdue</Badge>}
          </span>,
        ],
        ['Answer by', status === 'open' ? <Moment key="due" at={dueAt} /> : null],
        ['Closed', closedAt && <Moment key="closed" at={closedAt} />],
        ['Opened', <Moment key="opened" at={request.openedAt} />],
        [
          'By',
          <TextLink key="person" to={href('/admin/users/:id', { id: personId })}>
            {request.personName}
          </TextLink>,
        ],
        [
          'Rental',
          rentalId && (
            <TextLink key="rental" to={href('/admin/rentals/:id', { id: rentalId })}>
              {request.title}
            </TextLink>
          ),
        ],
        [
          'Item',
          itemId && (
            <TextLink key="item" to={href('/admin/items/:id', { id: itemId })}>
              {request.title}
            </TextLink>
          ),
        ],
        [
          'Other requests',
          request.others > 0 ? (
            <TextLink key="others" to={others}>
              {String(request.others)}
            </TextLink>
          ) : null,
        ],
      ]}
    />
  )
}
