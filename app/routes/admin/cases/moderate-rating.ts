import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import {
  decidedAtIn,
  readReason,
  redirectWithUndo,
  UNDO_TOO_LATE,
} from '#app/routes/admin/decisions.ts'
import type { RatingId } from '#db/ids.ts'
import {
  type HideProblem,
  hideRating,
  removeReply,
  type ShowProblem,
  showRating,
  undoModeration,
} from '#domain/care/ratings/hide-rating.ts'
import { findListedRating } from '#domain/care/ratings/rating-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { done } from '#domain/shared/outcome.ts'

const WITH_REASON = { hide: hideRating, 'remove-reply': removeReply } as const

/** What happened, with the names of who wrote the review and of whom it is about. */
const MESSAGES = {
  hide: (writer: string) => `The review by ${writer} is hidden. ${writer} will get an email.`,
  show: (writer: string) => `The review by ${writer} is shown again. ${writer} will get an email.`,
  'remove-reply': (_writer: string, about: string) =>
    `The reply by ${about} is removed. ${about} will get an email.`,
} as const

/** Hides a review, shows it again, undoes either, or removes its reply for good. */
export async function moderateRating(context: Context, request: Request) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  const ratingId = parseId<RatingId>(form.get('rating'))
  const intent = form.get('intent')
  if (ratingId && intent === 'undo') return await undo(context, request, ratingId, form)
  if (!ratingId || !(intent === 'show' || intent === 'hide' || intent === 'remove-reply'))
    return redirectBackWithToast(request, failure(SENTENCES['rating-not-found']))
  const reason = intent === 'show' ? null : readReason(form)
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const now = clock()
  const decided = await attempt(context, request, async () =>
    intent === 'show'
      ? await showRating(db, admin, ratingId, now)
      : await WITH_REASON[intent](db, admin, { ratingId, reason: reason?.value ?? '' }, now),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(SENTENCES[decided.problem.reason]))
  const text = await sentence(context, ratingId, intent)
  return intent === 'remove-reply'
    ? redirectBackWithToast(request, success(text))
    : redirectWithUndo(request, text, { at: now, of: { rating: ratingId }, inList: false })
}

async function undo(context: Context, request: Request, ratingId: RatingId, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const at = decidedAtIn(form)
  const undone = await attempt(context, request, async () =>
    done(at && (await undoModeration(db, admin, { ratingId, at }, clock()))),
  )
  if (!undone.ok) return redirectBackWithToast(request, failure(SENTENCES.unexpected))
  if (!undone.value) return redirectBackWithToast(request, failure(UNDO_TOO_LATE))
  const text = await sentence(context, ratingId, undone.value === 'hidden' ? 'hide' : 'show')
  return redirectBackWithToast(request, success(text))
}

async function sentence(context: Context, ratingId: RatingId, what: keyof typeof MESSAGES) {
  const { db, admin } = adminIn(context)
  const rating = await findListedRating(db, admin, ratingId)
  return isolated(MESSAGES[what](rating?.writerName ?? '', rating?.aboutName ?? ''))
}

const SENTENCES = {
  'rating-not-found': 'This review was not found.',
  'already-hidden': 'This review is already hidden.',
  'already-shown': 'This review is already shown.',
  'only-stars': 'A review is not hidden for its stars.',
  'reason-missing': 'Please give a reason.',
  'reason-too-long': 'Please give a shorter reason.',
  unexpected: 'Something went wrong. Please try again.',
} as const satisfies Record<(HideProblem | ShowProblem | Unexpected)['reason'], string>
