import { isRouteErrorResponse } from 'react-router'
import type { PageError } from './error-page.tsx'

/** The page error for a thrown value; null for an address without a page. */
export function pageErrorOf(error: unknown): PageError | null {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return null
    if (error.status === 503) return { kind: 'database-unavailable' }
    const refused = REFUSED[error.status]
    if (refused) return { kind: refused }
    return { kind: 'crash', id: idIn(error.data) }
  }
  return isNetworkFailure(error) ? { kind: 'offline' } : { kind: 'crash', id: null }
}

/** The statuses with which the door, or the code that reads forms, refuses a form. */
const REFUSED: Readonly<Record<number, 'too-large' | 'unreadable'>> = {
  400: 'unreadable',
  408: 'unreadable',
  413: 'too-large',
  415: 'unreadable',
}

/** The id under which the server has logged the incident. */
function idIn(details: unknown): string | null {
  const id =
    typeof details === 'object' && details !== null && 'id' in details ? details.id : undefined
  return typeof id === 'string' ? id : null
}

/** The error that the server has reported; null for anything else. */
export function asPageError(kind: string | undefined, id: string | undefined): PageError | null {
  if (kind === 'crash') return { kind, id: id || null }
  return kind === 'database-unavailable' || kind === 'offline' ? { kind } : null
}

// Each browser words a failed fetch or import differently, but all throw a TypeError.
function isNetworkFailure(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch|network|load failed|import(ing a|ed) module/i.test(error.message)
  )
}
