import type { RouterContextProvider } from 'react-router'
import { findSession } from '#domain/people/sessions.ts'
import { appContext, peerContext, viewerIn, visitContext } from './contexts.ts'

/** Security events; each is one line in the log. */
export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-up'
  | 'signed-out'
  | 'second-factor-failed'
  | 'second-factor-changed'
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'sessions-ended'
  | 'account-deleted'
  | 'access-refused'
  | 'limit-reached'
  | 'webhook-refused'
  | 'host-refused'
  | 'origin-refused'
  | 'body-refused'

/** One line: what happened, who asked, from where and for what. Never what they typed. */
export type SecurityNote = {
  readonly event: SecurityEvent
  /** The id of an account; null for nobody known. */
  readonly who: string | null
  readonly method: string
  /** Without its query, which may hold a secret. */
  readonly path: string
  readonly address: string
  readonly request: string
  /** In a word or two of our own: a limit's name, a reason. */
  readonly detail?: string
}

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

/** A calendar's address is its own password. */
export function loggedPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/calendar\/.+/, '/calendar/…').slice(0, 200)
}
