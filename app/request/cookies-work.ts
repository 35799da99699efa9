import { href } from 'react-router'
import { safeReturnTo } from './return-to.ts'

// A browser that blocks cookies stays signed out after signing in. One that has sent no cookie
// returns to the sign-in page once: a session leads on from there, and without one the page says why.

const CHECK = 'signed_in'

/** Where signing in leads: to the requested page, or to the check before it. */
export function afterSigningIn(request: Request): string {
  return sendsCookies(request)
    ? safeReturnTo(new URL(request.url).searchParams.get('return_to'))
    : href('/auth') + searchWithCheck(request)
}

/** The query of the address, with the check for a browser that has sent no cookie. */
export function searchWithCheck(request: Request): string {
  const { search, searchParams } = new URL(request.url)
  if (sendsCookies(request)) return search
  searchParams.set(CHECK, '1')
  return `?${searchParams}`
}

/** Whether signing in has just succeeded without effect. */
export function blocksCookies(request: Request): boolean {
  return new URL(request.url).searchParams.has(CHECK) && !sendsCookies(request)
}

function sendsCookies(request: Request): boolean {
  return request.headers.get('cookie') !== null
}
