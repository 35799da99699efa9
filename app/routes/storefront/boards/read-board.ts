import { href, redirect } from 'react-router'
import { plannerIn } from '#app/request/boards/planner.ts'
import { appContext, type Context, peerContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { countAttempt, type TooMany } from '#app/request/limits.ts'
import { pathOf } from '#app/request/path-of.ts'
import { SESSION_OVER } from '#app/request/preserve-form.ts'
import { NO_STORE, SITE_ONLY } from '#app/request/private-answers.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { BoardId } from '#db/ids.ts'
import { type Board, findBoard } from '#domain/booking/boards/boards.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'

/** What a browser gets: a city in place of the ZIP code, which only people on the board see. */
export type ShownBoard = Omit<Board, 'zip'> & {
  readonly zip: string | null
  /** 'Boston, MA'. */
  readonly place: string | null
}

/**
 * The board of an address, for people on it and for its secret link; else there is no such page.
 * Links cannot be guessed, and trying to is limited all the same.
 */
export async function readBoard(
  context: Context,
  request: Request,
  idText: string,
): Promise<Outcome<ShownBoard, TooMany>> {
  const app = context.get(appContext)
  const id = orNotFound(parseId<BoardId>(idText))
  const code = new URL(request.url).searchParams.get('code')
  const planner = plannerIn(context, request)
  const found = await findBoard(app.db, planner, { id, code }, todayIn(context))
  if (!found?.you) {
    const taken = await countAttempt(app, 'board link', context.get(peerContext))
    if (!taken.ok) return taken
    if (!found && viewerIn(context).sessionIsOver) throw signInAgain(request)
  }
  const board = orNotFound(found)
  const place = board.zip === null ? null : placeOfZip(board.zip)
  return done({
    ...board,
    zip: board.you && board.zip,
    place: place && `${place.city}, ${place.state}`,
  })
}

/** The board of an address for people on it. */
export async function readOwnBoard(context: Context, request: Request, idText: string) {
  const read = await readBoard(context, request, idText)
  const board = orNotFound(read.ok ? read.value : null)
  return { ...board, you: orNotFound(board.you) }
}

/** To whoever was on it before their session ended. */
function signInAgain(request: Request): Response {
  return redirect(`${href('/auth')}?return_to=${encodeURIComponent(pathOf(request))}`, {
    headers: { 'Set-Cookie': flash({ type: 'info', text: SESSION_OVER }) },
  })
}

/** The headers of pages about boards: their addresses can hold a secret, which goes to nobody else. */
export function boardHeaders({
  loaderHeaders,
  actionHeaders,
}: Record<'loaderHeaders' | 'actionHeaders', Headers>): Headers {
  const headers = new Headers(actionHeaders)
  const retry = loaderHeaders.get('retry-after')
  if (retry) headers.set('Retry-After', retry)
  headers.set('Cache-Control', NO_STORE)
  headers.set('Referrer-Policy', SITE_ONLY)
  headers.set('X-Robots-Tag', 'noindex')
  return headers
}
