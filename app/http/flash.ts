import type { Toast } from '#app/ui/toast-list.ts'

/** Carries one toast over a redirect. */
export const FLASH_COOKIE = 'hemline_flash'

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax'
const LONGEST_TEXT = 500

/** The Set-Cookie value that makes the next page say `toast`. */
export function flash(toast: Toast): string {
  const value = encodeURIComponent(JSON.stringify([toast.type, toast.text.slice(0, LONGEST_TEXT)]))
  return `${FLASH_COOKIE}=${value}; ${ATTRIBUTES}; Max-Age=60`
}

/** The Set-Cookie value that takes a read toast away. */
export const spentFlash = `${FLASH_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** The toast that a request brings; null without one and for anything that `flash` did not write. */
export function readFlash(request: Request): Toast | null {
  const pair = request.headers
    .get('Cookie')
    ?.split(/;\s*/)
    .find((part) => part.startsWith(`${FLASH_COOKIE}=`))
  if (!pair) return null
  try {
    return toastIn(JSON.parse(decodeURIComponent(pair.slice(FLASH_COOKIE.length + 1))))
  } catch {
    return null
  }
}

function toastIn(value: unknown): Toast | null {
  if (!Array.isArray(value)) return null
  const [type, text]: unknown[] = value
  const known = type === 'success' || type === 'error' || type === 'info'
  return known && typeof text === 'string' && text !== '' && text.length <= LONGEST_TEXT
    ? { type, text }
    : null
}
