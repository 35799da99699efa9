import type { RouterContextProvider } from 'react-router'
import { appContext, type Incident, incidentContext } from './contexts.ts'

export type Attempt<Value> =
  | { readonly failed: false; readonly value: Value }
  | { readonly failed: true }

/**
 * For acts whose failure has a sentence of its own in the specification: what nobody expected is
 * written down, and the screen stays with what was typed instead of giving way to an error page.
 */
export async function attempt<Value>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  work: () => Promise<Value>,
): Promise<Attempt<Value>> {
  try {
    return { failed: false, value: await work() }
  } catch (error) {
    if (error instanceof Response) throw error
    const { pathname } = new URL(request.url)
    const { id } = context.get(incidentContext)
    const incident: Incident = { id, kind: 'none' }
    context.get(appContext).noteError(error, incident, pathname)
    // "Later", not "wrong": the page that says so asks to try again.
    if (incident.kind === 'database-away') throw error
    return { failed: true }
  }
}
