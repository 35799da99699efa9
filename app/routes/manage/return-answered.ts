import { data } from 'react-router'
import { answerReturnSentence } from '#app/components/returns/return-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import type { RentalId } from '#db/ids.ts'
import { answerReturn } from '#domain/care/returns/answer-return.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** The closet accepts or contests a return; a refused form is shown again with its input. */
export async function answerPostedReturn(
  context: Context,
  who: ClosetOwner | Admin,
  on: { readonly rentalId: RentalId; readonly returnTo: string },
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const { rentalId, returnTo } = on
  const answer = form.get('intent') === 'accept-return' ? 'accept' : 'contest'
  const words = String(form.get('words') ?? '')
  const outcome = await answerReturn(db, who, { rentalId, answer, words }, clock())
  if (outcome.ok) return redirectWithToast(returnTo, { type: 'success', text: ANSWERED[answer] })
  const { problem: refusal } = outcome
  if (refusal.reason === 'request-not-found') throw data(null, { status: 404 })
  const shown = answerReturnSentence(refusal, timeZone)
  if ('sentence' in shown)
    return redirectWithToast(returnTo, { type: 'error', text: shown.sentence })
  return answerProblem(problem('', { fields: shown.fields, form }))
}

const ANSWERED = {
  accept: 'Accepted. Please record the return once the item is back.',
  contest: 'Your answer has been sent. You will get an email with the decision.',
} as const
