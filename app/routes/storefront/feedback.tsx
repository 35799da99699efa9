import { useEffect, useRef } from 'react'
import { href, redirect } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, peerContext, viewerIn } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { FeedbackId } from '#db/ids.ts'
import { deleteFeedback, submitFeedback } from '#domain/care/feedback/feedback.ts'
import { listFeedback } from '#domain/care/feedback/feedback-queries.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/feedback.ts'
import { feedbackForm } from './feedback-fields.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { FeedbackList } from './feedback-list.tsx'

const FAILED = 'Failed to submit feedback'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Feedback',
    description: 'Tell us what you like and what we could do better.',
    path: href('/feedback'),
  })

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = viewerIn(context)
  const admin = asAdmin(person)
  const search = new URL(request.url).searchParams
  if (!admin) {
    const from = { name: person?.fullName ?? '', email: person?.email ?? '' }
    return { thanks: search.has('thanks'), from, list: null }
  }
  const { db, timeZone } = context.get(appContext)
  const after = search.get('after')
  const { rows, next } = await listFeedback(db, admin, after)
  const list = {
    entries: rows.map(({ created_at, ...entry }) => ({
      ...entry,
      at: created_at.toISOString(),
      shownAt: showInstant(created_at, timeZone),
    })),
    isFirst: after === null,
    next: next && `?${new URLSearchParams({ after: next })}`,
  }
  return { thanks: false, from: null, list }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return form.has('delete') ? remove(context, form) : submit(context, request, form)
}

async function submit(context: Context, request: Request, form: FormData) {
  const app = context.get(appContext)
  const words = checkForm(feedbackForm, form)
  if (!words.ok) return answerProblem(words.problem)
  const sent = await attempt(context, request, async () => {
    const taken = await countAttempt(app, 'feedback', context.get(peerContext))
    const message = { ...words.value, requestKey: requestKeyIn(form) }
    if (taken.ok) await submitFeedback(app.db, viewerIn(context).person, message, app.clock())
    return taken
  })
  if (!sent.ok)
    return sent.problem.reason === 'unexpected'
      ? answerProblem(problem(FAILED, { form }), 500)
      : answerTooMany(sent.problem, form, 'You have sent a lot of messages.')
  return redirect(`${href('/feedback')}?thanks`)
}

async function remove(context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const admin = asAdmin(viewerIn(context).person)
  if (!admin) return answerProblem(problem('Only admins can delete feedback.'), 403)
  const id = parseId<FeedbackId>(form.get('delete'))
  // Needs confirmation, even without a script: the page is shown again with the question open.
  if (form.get('confirmed') !== 'yes') return problem('', { form })
  // An entry that is already gone counts as deleted.
  if (id) await deleteFeedback(db, admin, id, clock())
  const answer: FormAnswer = { ok: true }
  return answer
}

export default function Feedback({ loaderData, actionData }: Route.ComponentProps) {
  const { thanks, from, list } = loaderData
  if (list) return <FeedbackList {...list} answer={actionData} />
  return thanks ? <Thanks /> : <FeedbackForm from={from} answer={actionData} />
}

function Thanks() {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="page-column py-20 text-center sm:py-28">
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        Thank you
      </h1>
      <p className="mx-auto mt-5 max-w-prose text-lg text-soft">
        We received your feedback and will read it carefully.
      </p>
      <p className="mt-9">
        <LinkButton to={href('/feedback')}>Submit More Feedback</LinkButton>
      </p>
    </div>
  )
}
