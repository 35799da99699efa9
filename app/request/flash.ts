import { redirect } from 'react-router'
import type { Toast } from '#app/ui/toast-list.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { readOwnCookie } from './cookies.ts'
import { pathOf } from './path-of.ts'

/** Passes one toast to the next page; the cookie is bound to https if the visitor uses it. */
export const FLASH_COOKIE = 'hemline_flash'

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax'
const MAX_TEXT = 500

/** The Set-Cookie value that makes the next page show `toast`. */
export function flash(toast: Toast): string {
  const { type, text, link } = toast
  const words = [
    type,
    isolated(text).slice(0, MAX_TEXT),
    ...(link ? [link.text, link.to, link.fields ?? {}] : []),
  ]
  const value = encodeURIComponent(JSON.stringify(words))
  return `${FLASH_COOKIE}=${value}; ${ATTRIBUTES}; Max-Age=60`
}

export const success = (text: string): Toast => ({ type: 'success', text })
export const failure = (text: string): Toast => ({ type: 'error', text })

/** Redirects to another page, which shows `toast`. */
export function redirectWithToast(to: string, toast: Toast): Response {
  return redirect(to, { headers: { 'Set-Cookie': flash(toast) } })
}

export function redirectWithSuccess(to: string, text: string): Response {
  return redirectWithToast(to, { type: 'success', text })
}

export function redirectWithError(to: string, text: string): Response {
  return redirectWithToast(to, { type: 'error', text })
}

/** Query parameters that open a question or a dialog on a list. */
const QUESTIONS = [
  'delete',
  'edit',
  'change',
  'to',
  'remove',
  'resolve',
  'deny',
  'approve',
  'ask',
  'item',
  'hide',
  'reply',
  'which',
  'index',
  'select',
]

/** The same part of the list, without the open question. */
export function pathWithoutQuestion(request: Request): string {
  const { pathname, searchParams } = new URL(pathOf(request), request.url)
  for (const name of QUESTIONS) searchParams.delete(name)
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`
}

/** Redirects there, and shows `toast`. */
export function redirectBackWithToast(request: Request, toast: Toast): Response {
  return redirectWithToast(pathWithoutQuestion(request), toast)
}

/** The Set-Cookie value that removes a toast after it was read. */
export const spentFlash = `${FLASH_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** The toast in a request; null without one and for anything that `flash` did not write. */
export function readFlash(request: Request): Toast | null {
  const value = readOwnCookie(request, FLASH_COOKIE)
  if (value === null) return null
  try {
    return toastIn(JSON.parse(decodeURIComponent(value)))
  } catch {
    return null
  }
}

function toastIn(value: unknown): Toast | null {
  if (!Array.isArray(value)) return null
  const [type, text, linkText, to, posted]: unknown[] = value
  const known = type === 'success' || type === 'error' || type === 'info'
  if (!known || typeof text !== 'string' || text === '' || text.length > MAX_TEXT) return null
  const hasLink = typeof linkText === 'string' && typeof to === 'string' && /^\/(?!\/)/.test(to)
  const fields = fieldsIn(posted)
  return { type, text, ...(hasLink && { link: { text: linkText, to, ...(fields && { fields }) } }) }
}

function fieldsIn(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
  return fields.length > 0 ? Object.fromEntries(fields) : null
}
