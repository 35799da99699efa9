import { isRouteErrorResponse } from 'react-router'
import { answerProblem, problem } from '#app/http/forms.ts'

/**
 * Keeps a form and what is typed in it when its answer never came: no network, or a proxy that
 * reached nobody. For the client's side of an action.
 */
export async function keepingForm<Answer>(serverAction: () => Promise<Answer>) {
  try {
    return await serverAction()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return answerProblem(problem(sentenceFor(failure)), 503)
  }
}

function sentenceFor(failure: unknown): string {
  if (isRouteErrorResponse(failure) && [502, 503, 504].includes(failure.status))
    return `We cannot be reached for a moment (${failure.status}). Please try again.`
  // A fetch that gets no answer at all throws this, whatever a browser calls it.
  if (failure instanceof TypeError) return 'No connection. Check your network, then try again.'
  return 'An error occurred'
}
