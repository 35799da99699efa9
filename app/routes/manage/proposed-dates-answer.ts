import { data } from 'react-router'
import { appContext, type Context } from '#app/request/contexts.ts'
import { failure, redirectWithSuccess, redirectWithToast } from '#app/request/flash.ts'
import type { StepOn } from '#domain/booking/rentals/changes/take-step.ts'
import {
  type AnswerProblem,
  acceptDates,
  keepDates,
} from '#domain/booking/rentals/dates/answer-dates.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'

/** The closet answers the dates that its renter would like instead. */
export async function answerProposedDates(
  context: Context,
  who: ClosetOwner | Admin,
  { rentalId, origin, returnTo }: StepOn & { readonly returnTo: string },
  form: FormData,
) {
  const { db, clock } = context.get(appContext)
  const isAccepted = form.get('intent') === 'accept-dates'
  const on = { rentalId, origin, proposal: String(form.get('proposal') ?? '') }
  const outcome = await (isAccepted ? acceptDates : keepDates)(db, who, on, clock())
  if (outcome.ok)
    return redirectWithSuccess(
      returnTo,
      isAccepted
        ? 'The rental has its new dates. The renter will get an email.'
        : 'The old dates stay. The renter will get an email.',
    )
  const { reason } = outcome.problem
  if (reason === 'rental-not-found') throw data(null, { status: 404 })
  return redirectWithToast(returnTo, failure(SENTENCES[reason]))
}

const SENTENCES = {
  'own-rental': 'This is your own rental: its closet or another admin answers.',
  'nothing-proposed': 'These dates are no longer asked for. Here is the current rental.',
  'answer-over': 'The time to answer is over. The old dates stay.',
} as const satisfies Record<Exclude<AnswerProblem['reason'], 'rental-not-found'>, string>
