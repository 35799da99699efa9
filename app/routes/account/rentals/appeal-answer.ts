import { data, href } from 'react-router'
import { decidedSentence, fileSentence } from '#app/components/appeals/appeal-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import type { RentalId } from '#db/ids.ts'
import { fileAppeal, withdrawAppeal } from '#domain/care/appeals/appeals.ts'
import type { Shopper } from '#domain/shared/actors.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** Files the renter's appeal; a refused form is shown again with its input. */
export async function answerFiledAppeal(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const imageIds = idsIn(form, 'appeal_photos')
  const words = String(form.get('words') ?? '')
  const outcome = await fileAppeal(db, shopper, { rentalId, words, imageIds }, clock())
  const returnTo = href('/my-rentals/:id', { id: rentalId })
  if (outcome.ok)
    return redirectWithToast(returnTo, {
      type: 'success',
      text: 'Your appeal has been sent. You will get an email about each step.',
    })
  const { problem: refusal } = outcome
  if (refusal.reason === 'claim-not-found') throw data(null, { status: 404 })
  const shown = fileSentence(refusal, timeZone)
  if ('sentence' in shown)
    return redirectWithToast(returnTo, { type: 'error', text: shown.sentence })
  form.set('appeal_photos', imageIds.join(','))
  return answerProblem(problem('', { fields: shown.fields, form }))
}

/** Withdraws the renter's appeal. */
export async function answerWithdrawn(context: Context, shopper: Shopper, rentalId: RentalId) {
  const { db, clock, timeZone } = context.get(appContext)
  const outcome = await withdrawAppeal(db, shopper, rentalId, clock())
  const returnTo = href('/my-rentals/:id', { id: rentalId })
  if (outcome.ok)
    return redirectWithToast(returnTo, { type: 'success', text: 'Your appeal has been withdrawn.' })
  if (outcome.problem.reason === 'appeal-not-found') throw data(null, { status: 404 })
  const text = decidedSentence(outcome.problem.decided, timeZone)
  return redirectWithToast(returnTo, { type: 'error', text })
}
