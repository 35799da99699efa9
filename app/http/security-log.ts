import { href, type RouterContextProvider } from 'react-router'
import { findSession } from '#domain/people/sessions.ts'
import { appContext, peerContext, viewerIn, visitContext } from './contexts.ts'
import type { SecurityEvent } from './security-note.ts'

/**
 * Logs that something happened which concerns security.
 * @param details `who` where it is not whoever is signed in
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
    path: loggedPath(request),
    address: context.get(peerContext),
    request: requestId,
    ...(details.detail !== undefined && { detail: details.detail }),
  })
}

/** The same for somebody who has just got a session: who that is, only the session knows yet. */
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

const CALENDARS = href('/calendar/:file', { file: '' })

/** A calendar's address is its own password. */
export function loggedPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/calendar\/.+/, `${CALENDARS}…`).slice(0, 200)
}
