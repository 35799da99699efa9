import { data } from 'react-router'
import { answerAppealSentence, answerReturnSentence } from '#app/components/cases/case-sentences.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import type { RentalId } from '#db/ids.ts'
import { answerReturn } from '#domain/care/cases/answer-return.ts'
import { answerAppeal } from '#domain/care/cases/appeals.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { idsIn } from './report-answer.ts'

// The closet's answer to a case; a refused form is shown again with its input.

type On = { readonly rentalId: RentalId; readonly returnTo: string }

const SENT = 'Your answer has been sent. You will get an email with the decision.'

export async function answerPostedAppeal(
  context: Context,
  who: ClosetOwner | Admin,
  { rentalId, returnTo }: On,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const imageIds = idsIn(form, 'appeal_photos')
  form.set('appeal_photos', imageIds.join(','))
  const words = String(form.get('words') ?? '')
  const outcome = await answerAppeal(db, who, { rentalId, words, imageIds }, clock())
  if (outcome.ok) return redirectWithSuccess(returnTo, SENT)
  if (outcome.problem.reason === 'case-not-found') throw data(null, { status: 404 })
  return answerRefusal(answerAppealSentence(outcome.problem, timeZone), returnTo, form)
}

export async function answerPostedReturn(
  context: Context,
  who: ClosetOwner | Admin,
  { rentalId, returnTo }: On,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const answer = form.get('intent') === 'accept-return' ? 'accept' : 'contest'
  const words = String(form.get('words') ?? '')
  const outcome = await answerReturn(db, who, { rentalId, answer, words }, clock())
  if (outcome.ok) return redirectWithSuccess(returnTo, ANSWERED[answer])
  if (outcome.problem.reason === 'case-not-found') throw data(null, { status: 404 })
  return answerRefusal(answerReturnSentence(outcome.problem, timeZone), returnTo, form)
}

const ANSWERED = {
  accept: 'Accepted. Please record the return once the item is back.',
  contest: SENT,
} as const
