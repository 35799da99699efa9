import type { Db } from '#db/connection.ts'
import type { SessionId } from '#db/ids.ts'
import { extendSession, findSession, isDueForExtension } from '#domain/accounts/sign-in/sessions.ts'
import type { Viewer } from './contexts.ts'
import { hasSentCookie } from './sent-cookie.ts'
import { endedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'
import { readZipCookie } from './zip-cookie.ts'

const visitor: Viewer = {
  person: null,
  zip: null,
  creditsBalance: 0,
  heldPlan: null,
  sessionId: null,
  sessionIsOver: false,
  hasSecondFactor: false,
  hasUnread: false,
  consentIsDue: false,
  siteVersion: null,
  hasJustSent: false,
}

export type ViewerLookup = {
  readonly viewer: Viewer
  /** What `renewSession` does once there is a response. */
  readonly renewal:
    | { readonly kind: 'none' }
    | { readonly kind: 'over'; readonly setCookie: string }
    | { readonly kind: 'extend'; readonly sessionId: SessionId; readonly setCookie: string }
}

/**
 * Reads who makes this request. Queries the database once for a signed-in person and not at all for
 * others; an invalid session counts as signed out and loses its cookie.
 * @param origin our origin for the visitor (`app.originOf`): on https the cookie is a secure one
 */
export async function readViewer(
  db: Db,
  secret: string,
  request: Request,
  now: Date,
  origin: string,
): Promise<ViewerLookup> {
  const secure = isSecure(origin)
  const { sent, token } = readSessionCookie(secret, request, secure)
  const zip = readZipCookie(request)
  if (!sent) return { viewer: { ...visitor, zip }, renewal: { kind: 'none' } }
  const session = token === null ? null : await findSession(db, token, now)
  if (token === null || session === null) {
    const viewer = { ...visitor, zip, sessionIsOver: true }
    return { viewer, renewal: { kind: 'over', setCookie: endedSessionCookie(secure) } }
  }
  const { id, expiresAt, startedAt, ...known } = session
  // A form may change the site before its own response is rendered.
  const isRead = request.method === 'GET'
  const siteVersion = isRead ? known.siteVersion : null
  const hasJustSent = !isRead || hasSentCookie(request, secure)
  const viewer = { ...known, siteVersion, hasJustSent, sessionId: id, sessionIsOver: false }
  if (!isDueForExtension({ expiresAt, startedAt }, now))
    return { viewer, renewal: { kind: 'none' } }
  const setCookie = sessionCookie(secret, token, secure)
  return { viewer, renewal: { kind: 'extend', sessionId: id, setCookie } }
}

/**
 * Extends a session that is due, or removes an invalid one. Only pages and their data set its
 * cookie: files and feeds may be cached by proxies.
 */
export async function renewSession(
  headers: Headers,
  { renewal }: ViewerLookup,
  db: Db,
  now: Date,
): Promise<void> {
  const isPage = /^text\/(html|x-script)/.test(headers.get('content-type') ?? '')
  if (renewal.kind === 'none' || !(isPage || headers.has('location'))) return
  if (renewal.kind === 'extend') await extendSession(db, renewal.sessionId, now)
  addSessionCookie(headers, renewal.setCookie)
}

/** Adds the cookie from `readViewer` to a response, unless its route has just signed in or out. */
export function addSessionCookie(headers: Headers, setCookie: string): void {
  const name = setCookie.slice(0, setCookie.indexOf('=') + 1)
  if (headers.getSetCookie().some((cookie) => cookie.startsWith(name))) return
  headers.append('Set-Cookie', setCookie)
}

/** The cookie that signs in, for the response of the route that has checked the password. */
export function signedInCookie(
  app: { readonly auth: { readonly secret: string }; originOf: (request: Request) => string },
  request: Request,
  token: string,
): string {
  return sessionCookie(app.auth.secret, token, isSecure(app.originOf(request)))
}

/** The cookie that signs out. */
export function signedOutCookie(
  app: { originOf: (request: Request) => string },
  request: Request,
): string {
  return endedSessionCookie(isSecure(app.originOf(request)))
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}
