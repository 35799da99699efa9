import { data, href } from 'react-router'
import { decidedReturnSentence, requestSentence } from '#app/components/returns/return-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import { returnReasons } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { requestReturn, withdrawReturn } from '#domain/care/returns/returns.ts'
import type { Shopper } from '#domain/shared/actors.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** The renter asks to send an item back; a refused form is shown again with its input. */
export async function answerRequestedReturn(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
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
  const returnTo = href('/my-rentals/:id', { id: rentalId })
  if (outcome.ok)
    return redirectWithToast(returnTo, {
      type: 'success',
      text: 'Your return request has been sent. You will get an email about each step.',
    })
  const { problem: refusal } = outcome
  if (refusal.reason === 'rental-not-found') throw data(null, { status: 404 })
  const shown = requestSentence(refusal)
  if ('sentence' in shown)
    return redirectWithToast(returnTo, { type: 'error', text: shown.sentence })
  return answerProblem(problem('', { fields: shown.fields, form }))
}

/** Withdraws the renter's request. */
export async function answerWithdrawnReturn(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const outcome = await withdrawReturn(db, shopper, rentalId, clock())
  const returnTo = href('/my-rentals/:id', { id: rentalId })
  if (outcome.ok)
    return redirectWithToast(returnTo, {
      type: 'success',
      text: 'Your return request has been withdrawn.',
    })
  if (outcome.problem.reason === 'request-not-found') throw data(null, { status: 404 })
  const text = decidedReturnSentence(outcome.problem.decided, timeZone)
  return redirectWithToast(returnTo, { type: 'error', text })
}
