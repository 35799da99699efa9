import { answerProblem, problem } from './forms.ts'
import { tryAgainIn } from './limits.ts'

/** Answers an attempt over a limit: 429, when to come back, and what was typed. */
export function answerTooMany(
  taken: { readonly retryAfterSeconds: number },
  form: FormData,
  sentence = 'Too many attempts.',
) {
  const seconds = taken.retryAfterSeconds
  return answerProblem(problem(`${sentence} ${tryAgainIn(seconds)}`, { form }), 429, {
    headers: { 'Retry-After': String(seconds) },
  })
}
