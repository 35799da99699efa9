import type { RouterContextProvider } from 'react-router'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { redirectBackWithToast } from '#app/request/flash.ts'
import { readReason } from '#app/routes/admin/decisions.ts'
import { failure, success } from '#app/routes/admin/list-answers.ts'
import type { RatingId } from '#db/ids.ts'
import {
  type HideProblem,
  hideRating,
  removeReply,
  showRating,
} from '#domain/care/ratings/hide-rating.ts'
import { parseId } from '#domain/shared/ids.ts'

const WITH_REASON = { hide: hideRating, 'remove-reply': removeReply } as const

const MESSAGES = {
  hide: 'Hidden. The writer will get an email.',
  'remove-reply': 'Removed. The writer will get an email.',
  show: 'The review is shown again. The writer will get an email.',
} as const

/** Hides a review, shows it again, or removes its reply. */
export async function moderateRating(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const form = await readForm(request)
  const ratingId = parseId<RatingId>(form.get('rating'))
  const intent = form.get('intent')
  if (!ratingId || !(intent === 'show' || intent === 'hide' || intent === 'remove-reply'))
    return redirectBackWithToast(request, failure(SENTENCES['rating-not-found']))
  const reason = intent === 'show' ? null : readReason(form)
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const decided = await attempt(context, request, async () =>
    intent === 'show'
      ? await showRating(db, admin, ratingId, clock())
      : await WITH_REASON[intent](db, admin, { ratingId, reason: reason?.value ?? '' }, clock()),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(SENTENCES[decided.problem.reason]))
  return redirectBackWithToast(request, success(MESSAGES[intent]))
}

const SENTENCES = {
  'rating-not-found': 'This review was not found.',
  'already-hidden': 'This review is already hidden.',
  'only-stars': 'A review is not hidden for its stars.',
  'reason-missing': 'Please give a reason.',
  'reason-too-long': 'Please give a shorter reason.',
  unexpected: 'Something went wrong. Please try again.',
} as const satisfies Record<(HideProblem | Unexpected)['reason'], string>
