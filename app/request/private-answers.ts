import type { Viewer } from './contexts.ts'
import { hasNoOwnCookie } from './cookies.ts'

/** For pages with private data: no browser stores them on its disk. */
export const NO_STORE = 'private, no-store'

/** The headers of an action's answer on a page that shows secrets. */
export function withoutCache(actionHeaders: Headers): Headers {
  const headers = new Headers(actionHeaders)
  headers.set('Cache-Control', 'no-store')
  return headers
}

/**
 * The referrer policy of pages whose address is a secret: linked pages see only the site.
 * With `no-referrer`, browsers would send their forms with `Origin: null`, which we refuse.
 */
export const SITE_ONLY = 'strict-origin'

/**
 * Responses made for one person, or with a cookie, are not cached by proxies. Data for scripts is
 * not cached by the browser either. Pages of the catalogue can be: with `no-store` a browser would
 * fetch them again at every step back, and they show no more of the person than a name, a
 * balance, a ZIP code and choices that a cookie remembers. The guards mark the private pages
 * (`guards.ts`).
 */
export function setPrivateCaching(headers: Headers, request: Request, viewer: Viewer): void {
  const cacheControl = headers.get('cache-control') ?? ''
  if (cacheControl.includes('no-store')) return
  // The response to a form contains its input, even if the sender is not signed in.
  if (headers.has('set-cookie') || request.method === 'POST') headers.set('Cache-Control', NO_STORE)
  else if (isOwn(request, viewer) && !cacheControl.includes('public')) {
    const isFetched = new URL(request.url).pathname.endsWith('.data')
    headers.set('Cache-Control', isFetched ? NO_STORE : 'private, no-cache')
  }
}

function isOwn(request: Request, { person }: Viewer): boolean {
  return person !== null || !hasNoOwnCookie(request.headers.get('cookie'))
}
