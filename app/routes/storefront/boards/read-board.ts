import { href, redirect } from 'react-router'
import { plannerIn } from '#app/request/boards/planner.ts'
import { appContext, type Context, peerContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { pathOf } from '#app/request/path-of.ts'
import { SESSION_OVER } from '#app/request/preserve-form.ts'
import { NO_STORE, SITE_ONLY } from '#app/request/private-answers.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { BoardId } from '#db/ids.ts'
import { type Board, findBoard } from '#domain/booking/boards/boards.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import { parseId } from '#domain/shared/ids.ts'

/** What a browser gets: a city in place of the ZIP code, which only people on the board see. */
export type ShownBoard = Omit<Board, 'zip'> & {
  readonly zip: string | null
  /** 'Boston, MA'. */
  readonly place: string | null
}

/** The board of an address, for people on it and for its secret link; else there is no such page. */
export async function readBoard(
  context: Context,
  request: Request,
  idText: string,
): Promise<ShownBoard> {
  const app = context.get(appContext)
  const id = orNotFound(parseId<BoardId>(idText))
  const code = new URL(request.url).searchParams.get('code')
  const planner = plannerIn(context, request)
  const board = await findBoard(app.db, planner, { id, code }, todayIn(context))
  if (!board?.you) await countLink(context)
  if (!board && viewerIn(context).sessionIsOver) throw signInAgain(request)
  const { zip, ...shown } = orNotFound(board)
  const place = zip === null ? null : placeOfZip(zip)
  return {
    ...shown,
    zip: board?.you ? zip : null,
    place: place && `${place.city}, ${place.state}`,
  }
}

/** To whoever was on it before their session ended. */
function signInAgain(request: Request): Response {
  return redirect(`${href('/auth')}?return_to=${encodeURIComponent(pathOf(request))}`, {
    headers: { 'Set-Cookie': flash({ type: 'info', text: SESSION_OVER }) },
  })
}

/** The headers of pages about boards: their addresses can hold a secret, which goes to nobody else. */
export function boardHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(actionHeaders)
  headers.set('Cache-Control', NO_STORE)
  headers.set('Referrer-Policy', SITE_ONLY)
  headers.set('X-Robots-Tag', 'noindex')
  return headers
}

/** Secret links cannot be guessed, and trying to is limited all the same. */
async function countLink(context: Context): Promise<void> {
  const taken = await countAttempt(context.get(appContext), 'board link', context.get(peerContext))
  if (taken.ok) return
  const { retryAfterSeconds } = taken.problem
  throw new Response(`Too many attempts. ${tryAgainIn(retryAfterSeconds)}\n`, {
    status: 429,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': String(retryAfterSeconds),
    },
  })
}
