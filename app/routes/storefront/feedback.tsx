import { useEffect, useRef } from 'react'
import { href, redirect } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import {
  appContext,
  type Context,
  peerContext,
  shopperIn,
  todayIn,
  viewerIn,
} from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { FeedbackId, RentalId } from '#db/ids.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { deleteFeedback, submitFeedback } from '#domain/care/feedback/feedback.ts'
import { listFeedback } from '#domain/care/feedback/feedback-queries.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { rangeInWords } from '#domain/shared/time/calendar-date.ts'
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
    const { rentalId, about, message } = await requestedRental(
      context,
      parseId<RentalId>(search.get('rental')),
    )
    const from = { name: person?.fullName ?? '', email: person?.email ?? '', message }
    return { thanks: search.has('thanks'), from, rentalId, about, list: null }
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
  return { thanks: false, from: null, rentalId: null, about: null, list }
}

/** The rental that the feedback is about, and the beginning of its message. */
async function requestedRental(context: Context, rentalId: RentalId | null) {
  if (!rentalId) return { rentalId: null, about: null, message: '' }
  const shopper = shopperIn(context)
  const { db, timeZone } = context.get(appContext)
  const rental = shopper && (await findMyRental(db, shopper, rentalId, todayIn(context), timeZone))
  // Signed-out people come from an email, and only the id of their rental is known.
  if (!rental)
    return {
      rentalId: null,
      about: null,
      message: shopper ? '' : `About my rental ${rentalId}:\n\n`,
    }
  const about = `${rental.title} (${rangeInWords(rental.start, rental.end)})`
  return { rentalId, about, message: `About my rental of ${about}:\n\n` }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return form.has('delete') ? remove(context, form) : submit(context, request, form)
}

async function submit(context: Context, request: Request, form: FormData) {
  const app = context.get(appContext)
  const words = checkForm(feedbackForm, form)
  if (!words.ok) return answerProblem(words.problem)
  const rentalId = parseId<RentalId>(new URL(request.url).searchParams.get('rental'))
  const sent = await attempt(context, request, async () => {
    const taken = await countAttempt(app, 'feedback', context.get(peerContext))
    const message = { ...words.value, requestKey: requestKeyIn(form), rentalId }
    if (taken.ok) await submitFeedback(app.db, viewerIn(context).person, message, app.clock())
    return taken
  })
  if (!sent.ok)
    return sent.problem.reason === 'unexpected'
      ? answerProblem(problem(FAILED, { form }), 500)
      : answerTooMany(sent.problem, form, 'You have sent a lot of messages.')
  return redirect(
    rentalId ? `${href('/feedback')}?thanks&rental=${rentalId}` : `${href('/feedback')}?thanks`,
  )
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
  const { thanks, from, rentalId, about, list } = loaderData
  if (list) return <FeedbackList {...list} answer={actionData} />
  return thanks ? (
    <Thanks rentalId={rentalId} />
  ) : (
    <FeedbackForm from={from} about={about} answer={actionData} />
  )
}

function Thanks({ rentalId }: { readonly rentalId: RentalId | null }) {
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
      <p className="mt-9 flex flex-wrap justify-center gap-3">
        {rentalId && (
          <LinkButton to={href('/my-rentals/:id', { id: rentalId })}>
            Back to your rental
          </LinkButton>
        )}
        <LinkButton kind={rentalId ? 'secondary' : 'primary'} to={href('/feedback')}>
          Submit More Feedback
        </LinkButton>
      </p>
    </div>
  )
}
