/**
 * The value of a cookie in a request, null without it; with duplicates, the first one. Only spaces
 * and tabs are trimmed from a name: other characters that JavaScript trims are part of it.
 */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [found, value] = cookiePair(pair)
    if (found === name) return value
  }
  return null
}

/** True when a request has no cookie of ours, so its page is the same for everyone. */
export function hasNoOwnCookie(header: string | null): boolean {
  return header === null || !header.includes('hemline_')
}

/** The prefix binds a cookie to exactly this host; browsers allow it on https only. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/** The value of one of our cookies, by the name that it has for this request's protocol. */
export function readOwnCookie(request: Request, name: string): string | null {
  const secure = request.url.startsWith('https:')
  return readCookie(request.headers.get('cookie'), cookieName(name, secure))
}

/** A cookie for all pages that no script reads. An age of 0 removes it. */
export function ownCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
}

/** On https, cookies are limited to https and to this host. */
export function bindCookies(headers: Headers, secure: boolean): void {
  const cookies = headers.getSetCookie()
  if (!secure || cookies.length === 0) return
  headers.delete('Set-Cookie')
  for (const cookie of cookies) {
    const bound = cookie.startsWith('hemline_') ? `__Host-${cookie}` : cookie
    headers.append('Set-Cookie', /;\s*Secure\b/i.test(bound) ? bound : `${bound}; Secure`)
  }
}

function cookiePair(pair: string): [name: string, value: string] {
  let from = 0
  let to = pair.length
  while (from < to && isBlank(pair[from])) from += 1
  while (to > from && isBlank(pair[to - 1])) to -= 1
  const text = pair.slice(from, to)
  const equals = text.indexOf('=')
  return equals < 0 ? ['', text] : [text.slice(0, equals), text.slice(equals + 1)]
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t'
}
