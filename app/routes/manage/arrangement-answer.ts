import { data } from 'react-router'
import { tooLong } from '#app/forms/answered.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import type { RentalId } from '#db/ids.ts'
import { arrangeHandover } from '#domain/booking/rentals/handovers/arrange-handover.ts'
import { MAX_ARRANGEMENT_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'

type ArrangedOn = {
  readonly rentalIds: readonly RentalId[]
  readonly origin: string
  readonly returnTo: string
}

/** Answers "Save and tell …": counted like a message, because each can send an email. */
export async function answerArrangement(
  context: Context,
  who: ClosetOwner | Admin,
  { rentalIds, origin, returnTo }: ArrangedOn,
  form: FormData,
) {
  const app = context.get(appContext)
  const wrong = (sentence: string) => problem('', { form, fields: { arrangement: sentence } })
  const taken = await countAttempt(app, 'message', who.id)
  if (!taken.ok)
    return answerProblem(
      wrong(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`),
      429,
    )
  const step = form.get('intent') === 'arrange-delivery' ? 'delivery' : 'return'
  const arrangement = String(form.get('arrangement') ?? '')
  const input = { rentalIds, step, arrangement, origin } as const
  const arranged = await arrangeHandover(app.db, who, input, app.clock())
  if (arranged.ok)
    return redirectWithSuccess(
      returnTo,
      arrangement.trim() ? 'Saved. The renter will get an email.' : 'Removed.',
    )
  if (arranged.problem.reason === 'rental-not-found') throw data(null, { status: 404 })
  return answerProblem(wrong(tooLong(MAX_ARRANGEMENT_CHARACTERS)))
}
