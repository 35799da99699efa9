import type { Unexpected } from '#app/forms/answered.ts'
import { refused } from '#domain/shared/outcome.ts'
import { ClientGone } from './client-gone.ts'
import { appContext, type Context, type Incident, incidentContext } from './contexts.ts'
import { noteFailureOnOurSide } from './limits.ts'

/**
 * For commands whose failure has a message of its own in the specification: an error is logged and
 * becomes one more problem of the outcome, so the screen stays with its input instead of showing an
 * error page. Neither such an error nor an outage of the payment provider counts towards limits.
 */
export async function attempt<Answer extends { readonly ok: boolean }>(
  context: Context,
  request: Request,
  command: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly problem: Unexpected }> {
  try {
    const answer = await command()
    if (isProviderOutage(answer)) noteFailureOnOurSide()
    return answer
  } catch (error) {
    if (error instanceof Response || error instanceof ClientGone) throw error
    const { pathname } = new URL(request.url)
    const { id } = context.get(incidentContext)
    const incident: Incident = { id, kind: 'none' }
    context.get(appContext).noteError(error, incident, pathname)
    // Database outages are not caught: their error page asks to try again later.
    if (incident.kind === 'database-unavailable') throw error
    return refused<Unexpected>({ reason: 'unexpected' })
  }
}

function isProviderOutage(answer: { readonly ok: boolean; readonly problem?: unknown }): boolean {
  const { problem } = answer
  return (
    typeof problem === 'object' &&
    problem !== null &&
    'reason' in problem &&
    problem.reason === 'payments-unavailable'
  )
}
