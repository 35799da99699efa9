import { answerProblem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { RentalId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** The posted decision about a case; null without one of the outcomes. */
export async function postedDecision<Chosen extends string>(
  request: Request,
  id: string,
  outcomes: readonly Chosen[],
) {
  const rentalId = orNotFound(parseId<RentalId>(id))
  const form = await readForm(request)
  const outcome = outcomes.find((known) => known === form.get('outcome'))
  const reasons = String(form.get('reasons') ?? '')
  return { form, rentalId, decision: outcome ? { rentalId, outcome, reasons } : null }
}

export const askForOutcome = (form: FormData) =>
  answerProblem(problem('', { form, fields: { outcome: 'Please choose a decision.' } }))

type Decided = { readonly title: string; readonly renterName: string; readonly ownerName: string }

/** `found` is the case that was decided. */
export const decidedToast = (found: Decided | null) =>
  success(
    found
      ? isolated(
          `Decided about ${found.title}. ${found.renterName} and ${found.ownerName} will get an email.`,
        )
      : 'Decided. Both sides will get an email.',
  )
