/**
 * Whether a form comes from one of our own pages. Browsers send its origin; a client that sends none
 * is not a browser and has no user's cookies to abuse.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (origin === null) return true
  // Behind a proxy, the scheme may differ from the one in the browser; the host does not.
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}
