import { href, redirect } from 'react-router'
import type { App } from '#app/request/contexts.ts'
import { ownCookie, readOwnCookie } from '#app/request/cookies.ts'
import { flash } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import type { ItemId } from '#db/ids.ts'
import { like, unlike } from '#domain/catalogue/likes/likes.ts'
import { asShopper, type Person } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { SIGN_IN_TO_LIKE } from './sign-in-to-like.ts'

const NAME = 'hemline_like'
const MINUTES = 30

/**
 * Sends a visitor to sign in, and remembers what they want to like until then. Call it only for
 * requests from our own pages: links on other sites must not like anything.
 */
export function askToSignIn(returnTo: string, itemId: ItemId | null): Response {
  const headers = new Headers({ 'Set-Cookie': flash({ type: 'info', text: SIGN_IN_TO_LIKE }) })
  if (itemId) headers.append('Set-Cookie', ownCookie(NAME, itemId, MINUTES * 60))
  return redirect(`${href('/auth')}?${new URLSearchParams({ return_to: returnTo })}`, { headers })
}

/** Likes what someone wanted to like before they signed in; returns headers for the response. */
export async function likePendingItem(
  app: App,
  request: Request,
  person: Person,
): Promise<[string, string][]> {
  const wanted = readOwnCookie(request, NAME)
  if (wanted === null) return []
  const refusal = await setLike(app, person, parseId<ItemId>(wanted), true)
  const toastCookie = refusal
    ? flash({ type: 'info', text: refusal })
    : flash({ type: 'success', text: 'Added to My Likes.' })
  return [
    ['Set-Cookie', ownCookie(NAME, '', 0)],
    ['Set-Cookie', toastCookie],
  ]
}

/** The problem as a sentence, or null on success. */
export async function setLike(
  app: App,
  person: Person,
  itemId: ItemId | null,
  liked: boolean,
): Promise<string | null> {
  const shopper = asShopper(person)
  if (!shopper) return 'Admins cannot like items.'
  if (!itemId) return 'Item not found'
  const taken = await countAttempt(app, 'like', shopper.id)
  if (!taken.ok) return `Too many requests. ${tryAgainIn(taken.problem.retryAfterSeconds)}`
  if (!liked) {
    await unlike(app.db, shopper, itemId)
    return null
  }
  const outcome = await like(app.db, shopper, itemId, app.clock())
  return outcome.ok ? null : 'Item not found'
}
