import type { Answered } from '#app/forms/answered.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { redirectWithError } from './flash.ts'

/** Shows a refusal beside its fields, or on `returnTo` when nothing can be corrected. */
export function answerRefusal(shown: Answered, returnTo: string, form: FormData) {
  return 'sentence' in shown
    ? redirectWithError(returnTo, shown.sentence)
    : answerProblem(problem('', { fields: shown.fields, form }))
}
