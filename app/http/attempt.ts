import type { RouterContextProvider } from 'react-router'
import { appContext, incidentContext } from './contexts.ts'

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
    context.get(appContext).noteError(error, { id, kind: 'none' }, pathname)
    return { failed: true }
  }
}
