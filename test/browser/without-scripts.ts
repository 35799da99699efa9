import { readCookie } from '#app/request/cookies.ts'
import type { Handle } from '#server/start/listen.ts'

/** The cookie of a browser that must run no scripts, for drivers that cannot turn them off. */
export const scriptsOff = { name: 'scripts', value: 'off' }

/**
 * Answers a browser with the cookie `scriptsOff` with pages as a browser without scripts shows them:
 * no script is in them, and the content of `noscript` is part of the page.
 */
export function withoutScripts(handle: Handle): Handle {
  return async (request, client) => {
    const { name, value } = scriptsOff
    if (readCookie(request.headers.get('cookie'), name) !== value)
      return await handle(request, client)
    // The page must not be compressed.
    request.headers.delete('accept-encoding')
    const response = await handle(request, client)
    const { status, statusText, body } = response
    if (!body || !response.headers.get('content-type')?.startsWith('text/html')) return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(shownWithoutScripts(await response.text()), { status, statusText, headers })
  }
}

const shownWithoutScripts = (html: string) =>
  html.replaceAll(/<script\b.*?<\/script>/gis, '').replaceAll(/<\/?noscript\b[^>]*>/gi, '')
