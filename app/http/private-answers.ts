import type { Viewer } from './contexts.ts'

/** For pages that hold what is nobody else's business: no browser keeps them on its disk. */
export const NO_STORE = 'private, no-store'

/**
 * Nothing that was made for one person, or sets a cookie, is kept on the way to them. What scripts
 * fetch is not kept by the browser either. Whole pages of the catalogue may be: with `no-store` a
 * browser would have to fetch them anew for every step back, and they show no more of the person
 * than a name and a balance. The guards mark the pages behind them (`guards.ts`).
 */
export function setPrivateCaching(headers: Headers, request: Request, viewer: Viewer): void {
  const cacheControl = headers.get('cache-control') ?? ''
  if (cacheControl.includes('no-store')) return
  // The answer to a form holds what was typed, also by whoever is not signed in.
  if (headers.has('set-cookie') || request.method === 'POST') headers.set('Cache-Control', NO_STORE)
  else if (viewer.person !== null && !cacheControl.includes('public')) {
    const isFetched = new URL(request.url).pathname.endsWith('.data')
    headers.set('Cache-Control', isFetched ? NO_STORE : 'private, no-cache')
  }
}
