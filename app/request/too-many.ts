import { answerProblem, problem } from '#app/forms/forms.ts'
import { countAttempt, type Limits, type TooMany } from './limits.ts'

/** Answers an attempt over a limit: 429, when to retry, and the input. */
export function answerTooMany(
  { retryAfterSeconds }: TooMany,
  form: FormData,
  sentence = 'Too many attempts.',
) {
  return answerProblem(problem(`${sentence} ${tryAgainIn(retryAfterSeconds)}`, { form }), 429, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** Counts the creation of an expensive file; throws a plain response when over the limit. */
export async function countExport(
  app: { readonly limits: Limits },
  personId: string,
): Promise<void> {
  const taken = await countAttempt(app, 'export', personId)
  if (taken.ok) return
  const seconds = taken.problem.retryAfterSeconds
  throw new Response(`Too many downloads. ${tryAgainIn(seconds)}\n`, {
    status: 429,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(seconds) },
  })
}

/** 'Please try again in 12 minutes.' */
export function tryAgainIn(seconds: number): string {
  if (seconds < 90) return `Please try again in ${seconds} second${seconds === 1 ? '' : 's'}.`
  return `Please try again in ${Math.ceil(seconds / 60)} minutes.`
}
