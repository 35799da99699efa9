import * as z from 'zod'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { lines } from '#app/forms/text-fields.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { type ExplainProblem, explainByHand } from '#domain/money/balance/balance.ts'

const explainForm = z.object({
  transaction: z.string(),
  note: lines({ maxLength: 1000, missing: 'Please say what it was.' }),
})

/** An admin says what a transaction at Stripe was. */
export async function answerExplanation(context: Context, request: Request, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const read = checkForm(explainForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { transaction: id, note } = read.value
  const done = await attempt(context, request, () =>
    explainByHand(db, admin, { id, note }, clock()),
  )
  if (!done.ok) return redirectBackWithToast(request, failure(SENTENCES[done.problem.reason]))
  return redirectBackWithToast(request, success(`${id} is marked as explained.`))
}

const SENTENCES = {
  'not-unexplained': 'This transaction is explained already.',
  'note-missing': 'Please say what it was.',
  unexpected: 'This could not be changed. Please try again.',
} satisfies Record<(ExplainProblem | Unexpected)['reason'], string>
