import { data } from 'react-router'
import { answerSentence } from '#app/components/appeals/appeal-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import type { RentalId } from '#db/ids.ts'
import { answerAppeal } from '#domain/care/appeals/appeals.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { idsIn } from './report-answer.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** The closet's answer to an appeal; a refused form is shown again with its input. */
export async function answerPostedAppeal(
  context: Context,
  who: ClosetOwner | Admin,
  on: { readonly rentalId: RentalId; readonly returnTo: string },
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const { rentalId, returnTo } = on
  const imageIds = idsIn(form, 'appeal_photos')
  const words = String(form.get('words') ?? '')
  const outcome = await answerAppeal(db, who, { rentalId, words, imageIds }, clock())
  if (outcome.ok)
    return redirectWithToast(returnTo, {
      type: 'success',
      text: 'Your answer has been sent. You will get an email with the decision.',
    })
  const { problem: refusal } = outcome
  if (refusal.reason === 'appeal-not-found') throw data(null, { status: 404 })
  const shown = answerSentence(refusal, timeZone)
  if ('sentence' in shown)
    return redirectWithToast(returnTo, { type: 'error', text: shown.sentence })
  form.set('appeal_photos', imageIds.join(','))
  return answerProblem(problem('', { fields: shown.fields, form }))
}
