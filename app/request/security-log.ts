import type { RouterContextProvider } from 'react-router'
import { findSession } from '#domain/accounts/sign-in/sessions.ts'
import { appContext, peerContext, viewerIn, visitContext } from './contexts.ts'
import { loggedPath } from './logged-path.ts'
import type { SecurityEvent } from './security-note.ts'

/**
 * Logs a security event.
 * @param details `who` if it is not the signed-in person
 */
export function noteSecurity(
  context: Readonly<RouterContextProvider>,
  request: Request,
  event: SecurityEvent,
  details: { readonly who?: string | null; readonly detail?: string } = {},
): void {
  const { person } = viewerIn(context)
  const { requestId } = context.get(visitContext)
  context.get(appContext).noteSecurity({
    event,
    who: details.who ?? person?.id ?? null,
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
    address: context.get(peerContext),
    request: requestId,
    ...(details.detail !== undefined && { detail: details.detail }),
  })
}

/** The same for someone who has just signed in: only the new session knows who. */
export async function noteNewSession(
  context: Readonly<RouterContextProvider>,
  request: Request,
  event: 'signed-in' | 'signed-up',
  sessionToken: string,
): Promise<void> {
  const { db, clock } = context.get(appContext)
  const session = await findSession(db, sessionToken, clock())
  noteSecurity(context, request, event, { who: session?.person.id ?? null })
}
