/**
 * Where to go after signing in: a path of this site with its query, else '/'. Refuses anything that
 * a browser or a proxy could read as another host, even if it is encoded.
 */
export function safeReturnTo(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || wanted.length > 2000) return '/'
  // Browsers drop tabs and line breaks and read \ as /.
  if (/[\p{Cc}\\]/u.test(wanted)) return '/'
  if (!URL.canParse(wanted, SELF)) return '/'
  const url = new URL(wanted, SELF)
  if (url.origin !== SELF || !isPlainPath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

const SELF = 'http://self.invalid'

/** No empty first segment, and none that appears when the path is decoded once more. */
function isPlainPath(pathname: string): boolean {
  let path = pathname
  for (let decoded = 0; decoded < 4; decoded++) {
    if (/^\/[/\\]|[\\\p{Cc}]/u.test(path)) return false
    const next = decode(path)
    if (next === null) return false
    if (next === path) return true
    path = next
  }
  return false
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
