import { openToken, sealToken } from '#domain/accounts/sign-in/session-token.ts'
import { SESSION_DAYS } from '#domain/accounts/sign-in/time-limits.ts'
import { cookieName, ownCookie, readCookie } from './cookies.ts'

const NAME = 'hemline_session'

export function sessionCookie(secret: string, token: string, secure: boolean): string {
  const value = encodeURIComponent(sealToken(secret, token))
  return cookie(value, SESSION_DAYS * 86_400, secure)
}

export function endedSessionCookie(secure: boolean): string {
  return cookie('', 0, secure)
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${ownCookie(cookieName(NAME, secure), value, maxAgeSeconds)}${secure ? '; Secure' : ''}`
}

/** The session cookie of a request: missing, with an invalid signature, or a token. */
export function readSessionCookie(
  secret: string,
  request: Request,
  secure: boolean,
): { readonly sent: boolean; readonly token: string | null } {
  const sent = readCookie(request.headers.get('cookie'), cookieName(NAME, secure))
  if (!sent) return { sent: sent !== null, token: null }
  try {
    return { sent: true, token: openToken(secret, decodeURIComponent(sent)) }
  } catch {
    return { sent: true, token: null }
  }
}
