import { plainSentence } from './plain-pages.ts'
import type { NoteRefusal } from './security-notes.ts'
import type { Step } from './step.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Called by other servers, which authenticate with a signature or a key. */
const FROM_SERVERS = /^(\/hooks\/stripe$|\/v1\/)/

/** Refuses requests that change something and come from another site. */
export function checkOrigin(note: NoteRefusal): Step {
  return async (request, { caller, origin }, next) => {
    if (comesFromOurPages(request, [origin])) return await next(request)
    note('origin-refused', request, caller)
    return plainSentence(403, 'This request did not come from one of our pages.')
  }
}

/**
 * True when a request that changes something was made by one of our own pages. Browsers say where a
 * request comes from; a request that does not say so is not from a browser, which would add a
 * user's cookies by itself.
 */
export function comesFromOurPages(request: Request, ourOrigins: readonly string[]): boolean {
  if (SAFE.has(request.method)) return true
  const { pathname } = new URL(request.url)
  if (FROM_SERVERS.test(pathname)) return true
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  return origin === null || ourOrigins.includes(origin)
}
