import { data, href, redirect } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { SupportForm } from '#app/components/support/support-form.tsx'
import { SupportLines } from '#app/components/support/support-lines.tsx'
import {
  CLOSED_FOR_GOOD,
  CLOSES_ITSELF,
  reopens,
} from '#app/components/support/support-sentences.ts'
import { isQuestion, ownStatus } from '#app/components/support/support-status.ts'
import { appContext, signedInContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { SupportRequestId } from '#db/ids.ts'
import { findRequest } from '#domain/care/support/support-list.ts'
import { findOwnRequest } from '#domain/care/support/support-queries.ts'
import { SUPPORT_KINDS, supportTitle } from '#domain/care/support/support-words.ts'
import { closeOwnRequest, writeInRequest } from '#domain/care/support/write-in-request.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { showDeadline, showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/request.ts'
import { answerSupportProblem, readWritten } from './written-form.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Your request: ${loaderData.title}` : 'Not found')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  const id = orNotFound(parseId<SupportRequestId>(params.id))
  const now = clock()
  const found = await findOwnRequest(db, person, id, now)
  const admin = asAdmin(person)
  if (!found && admin && (await findRequest(db, admin, id, now)))
    throw redirect(href('/admin/support/:id', { id }))
  const request = orNotFound(found)
  const { kind, status, dueAt, closedAt, reopenUntil, mayWrite } = request
  return {
    id,
    title: supportTitle(request.title, kind),
    // Its own title says the kind of a request about nothing else.
    kind: request.title === null ? null : kind,
    status,
    isQuestion: isQuestion(request),
    badge: ownStatus(request),
    subjectTo: subjectOf(request, person.id),
    dueAt: showDeadline(dueAt, timeZone),
    isOverdue: status === 'open' && dueAt < now,
    closedAt: closedAt && showInstant(closedAt, timeZone),
    reopenUntil: reopenUntil && showDeadline(reopenUntil, timeZone),
    mayWrite,
    lines: request.messages.map(({ writtenAt, ...line }) => ({
      ...line,
      at: showInstant(writtenAt, timeZone),
    })),
    formKey: newId(),
  }
}

/** Where this person sees what the request is about. */
function subjectOf(
  { rentalId, itemId, renterId }: NonNullable<Awaited<ReturnType<typeof findOwnRequest>>>,
  personId: string,
) {
  if (itemId) return { to: href('/item/:id', { id: itemId }), text: 'See the item' }
  if (!rentalId) return null
  return renterId === personId
    ? { to: href('/my-rentals/:id', { id: rentalId }), text: 'See your rental' }
    : { to: href('/business/rentals/:id', { id: rentalId }), text: 'See the rental' }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const id = orNotFound(parseId<SupportRequestId>(params.id))
  const own = href('/help/requests/:id', { id })
  const read = await readWritten(context, request, person)
  if (!read.ok) return read.answer
  const { form, written } = read
  if (form.get('intent') === 'close') {
    const closed = await closeOwnRequest(app.db, person, id, app.clock())
    if (!closed.ok) throw data(null, { status: 404 })
    return redirectWithSuccess(own, 'Your request is closed.')
  }
  const taken = await countAttempt(app, 'message', person.id)
  if (!taken.ok) return answerTooMany(taken.problem, form, 'Too many messages.')
  const reply = { ...written, id, today: todayIn(context), origin: app.originOf(request) }
  const sent = await writeInRequest(app.db, person, reply, app.clock())
  if (sent.ok) return redirectWithSuccess(own, 'Your message has been sent.')
  const { reason } = sent.problem
  if (reason === 'request-not-found') throw data(null, { status: 404 })
  return answerSupportProblem(reason, form)
}

/** A request with its messages, for the person who opened it. */
export default function SupportRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, kind, status, badge, subjectTo, lines, mayWrite, formKey } = loaderData
  const own = href('/help/requests/:id', { id })
  return (
    <div className="page-column py-10 sm:py-16">
      <div className="max-w-3xl">
        <Link to={href('/help/requests')} className="inline-flex min-h-7 items-center text-link">
          Your requests
        </Link>
        <h1 className="mt-3 wrap-anywhere">{title}</h1>
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
          <Badge kind={badge.kind}>{badge.label}</Badge>
          {kind && <span>{SUPPORT_KINDS[kind]}</span>}
          {subjectTo && <TextLink to={subjectTo.to}>{subjectTo.text}</TextLink>}
        </p>
        <StatusSentence {...loaderData} />
        <section aria-labelledby="messages" className="mt-8 border-t border-line pt-8">
          <h2 id="messages" className="sr-only">
            Messages
          </h2>
          <SupportLines requestId={id} lines={lines} viewer="person" />
        </section>
        {mayWrite ? (
          <section aria-labelledby="write" className="mt-10 border-t border-line pt-8">
            <h2 id="write" className="mb-5 text-2xl">
              Write to us
            </h2>
            <SupportForm
              key={lines.length}
              action={own}
              label="Your message"
              submit="Send"
              formKey={formKey}
              answer={actionData}
            />
          </section>
        ) : (
          <p className="mt-10">
            <LinkButton to={href('/help/requests/new')}>Something is wrong</LinkButton>
          </p>
        )}
        {status !== 'closed' && (
          <Form method="post" action={own} className="mt-8">
            <input type="hidden" name="intent" value="close" />
            <Button kind="secondary" size="small">
              Close this request
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}

function StatusSentence({
  status,
  isQuestion,
  isOverdue,
  dueAt,
  closedAt,
  reopenUntil,
  mayWrite,
}: Route.ComponentProps['loaderData']) {
  if (status === 'open')
    return (
      <p className="mt-4 max-w-prose">
        {isOverdue
          ? `We wanted to answer by ${dueAt}. We are sorry that it takes longer: your request is among the first in line.`
          : `We answer by ${dueAt}. You will get an email.`}
      </p>
    )
  if (isQuestion)
    return <p className="mt-4 max-w-prose">Please answer below, so that we can decide.</p>
  if (status === 'answered') return <p className="mt-4 max-w-prose">{CLOSES_ITSELF}</p>
  return (
    <p className="mt-4 max-w-prose">
      {mayWrite && reopenUntil ? `Closed on ${closedAt}. ${reopens(reopenUntil)}` : CLOSED_FOR_GOOD}
    </p>
  )
}
