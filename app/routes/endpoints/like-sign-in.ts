import { redirect } from 'react-router'
import { viewerIn } from '#app/request/contexts.ts'
import { askToSignIn } from '#app/request/likes/pending-like.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import type { ItemId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/like-sign-in.ts'

/**
 * The target of a visitor's like button (spec 3.5): sign-in, after which the item is liked.
 * Browsers state whether the link was on one of our pages; links elsewhere like nothing.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const returnTo = safeReturnTo(query.get('return_to'))
  if (viewerIn(context).person) return redirect(returnTo)
  const isOurs = request.headers.get('sec-fetch-site') === 'same-origin'
  return askToSignIn(returnTo, isOurs ? parseId<ItemId>(query.get('item')) : null)
}
