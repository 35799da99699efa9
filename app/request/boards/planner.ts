import { type Context, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { ownCookie, readOwnCookie } from '#app/request/cookies.ts'
import { preserveForm } from '#app/request/preserve-form.ts'
import { type Planner, visitorWith } from '#domain/booking/boards/boards.ts'

// Whoever plans with boards: a shopper, or a visitor by a key that only their browser has.

const NAME = 'hemline_boards'
const SECONDS = 365 * 86_400

export function boardsCookie(key: string): string {
  return ownCookie(NAME, key, SECONDS)
}

export const noBoardsCookie = ownCookie(NAME, '', 0)

export function readBoardsKey(request: Request): string | null {
  return readOwnCookie(request, NAME)
}

/**
 * Whoever sends a form about boards. One of a session that has ended is preserved: it is neither
 * lost, nor sent as a visitor.
 */
export function plannerOf(context: Context, request: Request, form: FormData): Planner | null {
  if (viewerIn(context).sessionIsOver) preserveForm(request, form)
  return plannerIn(context, request)
}

/** Null for admins, and for visitors without a board. */
export function plannerIn(context: Context, request: Request): Planner | null {
  const shopper = shopperIn(context)
  if (shopper) return { kind: 'person', id: shopper.id }
  return viewerIn(context).person ? null : visitorWith(readBoardsKey(request))
}
