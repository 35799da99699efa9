import { data } from 'react-router'
import {
  decidedSentence,
  fileSentence,
  requestSentence,
} from '#app/components/cases/case-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import { returnReasons } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { fileAppeal } from '#domain/care/cases/appeals.ts'
import type { CaseKind } from '#domain/care/cases/case-kinds.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import { withdrawCase } from '#domain/care/cases/withdraw-case.ts'
import type { Shopper } from '#domain/shared/actors.ts'

// What the renter posts about a case; a refused form is shown again with its input.

type Context = Parameters<typeof readFormWithPhotos>[0]
type On = { readonly rentalId: RentalId; readonly returnTo: string }

export async function answerFiledAppeal(
  context: Context,
  shopper: Shopper,
  { rentalId, returnTo }: On,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const imageIds = idsIn(form, 'appeal_photos')
  form.set('appeal_photos', imageIds.join(','))
  const words = String(form.get('words') ?? '')
  const outcome = await fileAppeal(db, shopper, { rentalId, words, imageIds }, clock())
  if (outcome.ok)
    return redirectWithSuccess(
      returnTo,
      'Your appeal has been sent. You will get an email about each step.',
    )
  if (outcome.problem.reason === 'claim-not-found') throw data(null, { status: 404 })
  return answerRefusal(fileSentence(outcome.problem, timeZone), returnTo, form)
}

export async function answerRequestedReturn(
  context: Context,
  shopper: Shopper,
  { rentalId, returnTo }: On,
  form: FormData,
) {
  const { db, clock } = context.get(appContext)
  const imageIds = idsIn(form, 'return_photos')
  form.set('return_photos', imageIds.join(','))
  const reason = returnReasons.find((known) => known === form.get('reason'))
  if (!reason)
    return answerProblem(problem('', { fields: { reason: 'Please choose a reason.' }, form }))
  const words = String(form.get('words') ?? '')
  const input = { rentalId, reason, words, imageIds }
  const outcome = await requestReturn(db, shopper, input, clock(), todayIn(context))
  if (outcome.ok)
    return redirectWithSuccess(
      returnTo,
      `Your ${reason === 'no_show' ? 'statement' : 'return request'} has been sent. You will get an email about each step.`,
    )
  if (outcome.problem.reason === 'rental-not-found') throw data(null, { status: 404 })
  return answerRefusal(requestSentence(outcome.problem, reason === 'no_show'), returnTo, form)
}

export async function answerWithdrawnCase(
  context: Context,
  shopper: Shopper,
  { rentalId, returnTo }: On,
  kind: CaseKind,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const outcome = await withdrawCase(db, shopper, kind, rentalId, clock())
  if (outcome.ok) {
    const text = `Your ${kind === 'appeal' ? 'appeal' : 'request'} has been withdrawn.`
    return redirectWithSuccess(returnTo, text)
  }
  if (outcome.problem.reason === 'case-not-found') throw data(null, { status: 404 })
  const text = decidedSentence(kind, outcome.problem.decided, timeZone)
  return redirectWithError(returnTo, text)
}
