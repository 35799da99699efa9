import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { publicMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { appContext, peerContext, viewerIn } from '#app/http/contexts.ts'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/http/forms.ts'
import { takeOne } from '#app/http/limits.ts'
import { showInstant } from '#app/http/show-instant.ts'
import { answerTooMany } from '#app/http/too-many.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { deleteFeedback, submitFeedback } from '#domain/feedback/feedback.ts'
import { listFeedback } from '#domain/feedback/feedback-queries.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/feedback.ts'
import { feedbackForm } from './feedback-fields.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { FeedbackList } from './feedback-list.tsx'

const FAILED = 'Failed to submit feedback'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Feedback',
    description: 'Tell us what was lovely and what was not.',
    path: '/feedback',
  })

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
  const form = await request.formData()
  return form.has('delete') ? remove(context, form) : submit(context, request, form)
}

type Context = Route.ActionArgs['context']

async function submit(context: Context, request: Request, form: FormData) {
  const app = context.get(appContext)
  const words = checkForm(feedbackForm, form)
  if (!words.ok) return answerProblem(words.problem)
  const kept = await attempt(context, request, async () => {
    const taken = await takeOne(app, 'feedback', context.get(peerContext))
    if (taken.ok) await submitFeedback(app.db, viewerIn(context).person, words.value, app.clock())
    return taken
  })
  if (kept.failed) return answerProblem(problem(FAILED, { form }), 500)
  if (!kept.value.ok) return answerTooMany(kept.value, form, 'Thank you, that was a lot at once.')
  return redirect('/feedback?thanks')
}

async function remove(context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const admin = asAdmin(viewerIn(context).person)
  if (!admin) return answerProblem(problem('Only admins delete feedback.'), 403)
  const id = parseId(form.get('delete'))
  // Asked first, also where no script can ask: the page comes back with the question open.
  if (form.get('confirmed') !== 'yes') return problem('', { form })
  // Gone already is as good as deleted.
  if (id) await deleteFeedback(db, admin, id, clock())
  const answer: FormAnswer = { ok: true }
  return answer
}

/** A lost connection is told beside the form, with everything typed still in it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    return problem(FAILED)
  }
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
        Your feedback has reached us. We read every word of it.
      </p>
      <p className="mt-9">
        <LinkButton to="/feedback">Submit More Feedback</LinkButton>
      </p>
    </div>
  )
}
