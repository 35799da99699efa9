import { data, href, redirect } from 'react-router'
import { BoardPieceCard } from '#app/components/boards/board-piece.tsx'
import { BoardRentals } from '#app/components/boards/board-rentals.tsx'
import { FoldedNames } from '#app/components/boards/folded-names.tsx'
import { OwnWordsFields } from '#app/components/boards/occasion-fields.tsx'
import { SecretLink } from '#app/components/boards/secret-link.tsx'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { originIn, pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { boardsCookie, plannerOf } from '#app/request/boards/planner.ts'
import { appContext, peerContext, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { flash, redirectWithSuccess, success } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany, tryAgainIn } from '#app/request/too-many.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { BoardId, ItemId } from '#db/ids.ts'
import { readSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import {
  joinBoard,
  newVisitorKey,
  removePiece,
  visitorWith,
  voteForPiece,
  wearPiece,
} from '#domain/booking/boards/boards.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import { parseId } from '#domain/shared/ids.ts'
import { rangeInWords } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/board.ts'
import { boardProblem, ownWords } from './board-forms.ts'
import { boardHeaders, readBoard, type ShownBoard } from './read-board.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.board?.name ?? 'Board')

export const headers: Route.HeadersFunction = boardHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const read = await readBoard(context, request, params.id)
  if (!read.ok) {
    const { retryAfterSeconds } = read.problem
    return data(
      { board: null, tooMany: tryAgainIn(retryAfterSeconds) },
      { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
    )
  }
  const board = read.value
  const { db } = context.get(appContext)
  const shopper = shopperIn(context)
  const sizes = shopper && !board.you ? await readSizeProfile(db, shopper) : null
  return data({
    board,
    isShopper: shopper !== null,
    mayJoin: shopper !== null || viewerIn(context).person === null,
    joining: {
      firstName: shopper ? firstNameOf(shopper.fullName) : '',
      size: sizes?.usualSize ?? null,
    },
    tooMany: null,
  })
}

const linkOf = (id: string, code: string) =>
  `${href('/boards/:id', { id })}?${new URLSearchParams({ code })}`

const ACTS = { remove: removePiece, vote: voteForPiece, wear: wearPiece } as const

export async function action({ request, context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readForm(request)
  const id = orNotFound(parseId<BoardId>(params.id))
  const planner = plannerOf(context, request, form)
  const intent = form.get('intent')
  if (intent === 'join') {
    const checked = checkForm(ownWords, form)
    if (!checked.ok) return answerProblem(checked.problem)
    const taken = await countAttempt(app, 'board', context.get(peerContext))
    if (!taken.ok) return answerTooMany(taken.problem, form)
    if (!planner && viewerIn(context).person) throw new Response(null, { status: 403 })
    const newKey = planner ? null : newVisitorKey()
    const code = new URL(request.url).searchParams.get('code') ?? ''
    const joined = await joinBoard(
      app.db,
      planner ?? orNotFound(visitorWith(newKey)),
      { id, code, ...checked.value },
      app.clock(),
    )
    if (!joined.ok) {
      orNotFound(joined.problem.reason === 'not-found' ? null : joined)
      return answerProblem(boardProblem(joined.problem, form))
    }
    const cookies = [
      flash(success('You are on the board.')),
      ...(newKey ? [boardsCookie(newKey)] : []),
    ]
    return redirect(href('/boards/:id', { id }), {
      headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    })
  }
  const itemId = orNotFound(parseId<ItemId>(form.get('item')))
  const name = intent === 'remove' || intent === 'vote' || intent === 'wear' ? intent : null
  const act = ACTS[orNotFound(name)]
  const wanted = form.get('wanted') === 'yes'
  const done = await act(app.db, orNotFound(planner), id, itemId, wanted)
  if (!done.ok) return answerProblem(boardProblem(done.problem, form))
  const here = href('/boards/:id', { id })
  return name === 'remove' ? redirectWithSuccess(here, 'Taken off the board.') : redirect(here)
}

/** One occasion: its pieces, its people, and who has what. */
export default function BoardPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  if (!loaderData.board)
    return (
      <MessagePage title="Too many attempts" actions={<LinkButton to={href('/')}>Home</LinkButton>}>
        <p>{loaderData.tooMany}</p>
      </MessagePage>
    )
  const { board, mayJoin, isShopper, joining } = loaderData
  const link = board.shareCode && originIn(matches) + linkOf(board.id, board.shareCode)
  const { name, start, end, place, people, you, pieces, rentals } = board
  const hasMore = pieces.some(({ isFree, wornBy }) => isFree && (wornBy === null || wornBy.isYou))
  const isJoining = actionData?.values.intent === 'join'
  return (
    <div className="page-column py-10 sm:py-16">
      <h1 className="wrap-anywhere">{name}</h1>
      <Facts className="mt-3 text-lg text-soft">
        {rangeInWords(start, end)}
        {place}
      </Facts>
      <div className="mt-2 max-w-2xl text-soft">
        <FoldedNames
          label={people.length === 1 ? '1 person' : `${people.length} people`}
          names={people.map(({ firstName, isYou }) => (isYou ? 'you' : firstName))}
        />
      </div>
      {actionData && !isJoining && (
        <div className="mt-6 max-w-2xl">
          <Notice kind="error">{actionData.problem}</Notice>
        </div>
      )}
      {you && (
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          {hasMore && (
            <LinkButton to={href('/boards/:id/bag', { id: board.id })}>Request items</LinkButton>
          )}
          <LinkButton to={searchFor(board)} kind={hasMore ? 'secondary' : 'primary'}>
            Find items
          </LinkButton>
          {isShopper && (
            <Link
              to={`${href('/my-likes')}?${new URLSearchParams({ start, end })}`}
              className="inline-flex min-h-11 items-center text-link"
            >
              Add from My Likes
            </Link>
          )}
          <Link
            to={href('/boards/:id/settings', { id: board.id })}
            className="inline-flex min-h-11 items-center text-link"
          >
            Change or leave
          </Link>
        </p>
      )}
      {!you && mayJoin && (
        <section className="mt-8 max-w-xl rounded-picture border border-ink p-5 sm:p-7">
          <h2 className="text-xl">Join this board</h2>
          <p className="mt-2 text-soft">Then you can add items, vote and say what is for you.</p>
          <Form
            method="post"
            answer={isJoining ? actionData : null}
            noValidate
            className="mt-5 grid gap-5"
          >
            <input type="hidden" name="intent" value="join" />
            <OwnWordsFields shown={fieldsOf(isJoining ? actionData : null)} saved={joining} />
            <p>
              <Button>Join</Button>
            </p>
          </Form>
        </section>
      )}
      {rentals.length > 0 && (
        <section className="mt-10">
          <h2 className="text-2xl">Who has what</h2>
          <BoardRentals rentals={rentals} />
        </section>
      )}
      <section className="mt-10">
        <h2 className="text-2xl">Items</h2>
        {pieces.length > 0 ? (
          <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-10 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-x-6">
            {pieces.map((piece) => (
              <li key={piece.item.id}>
                <BoardPieceCard piece={piece} board={board} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No items yet">
            Press “Add to board” below an item in the search.
          </EmptyState>
        )}
      </section>
      {link && (
        <section className="mt-12 max-w-2xl">
          <h2 className="text-2xl">Share</h2>
          <SecretLink
            label="Secret link"
            hint="Whoever has it sees first names and items, and can join."
            link={link}
          />
        </section>
      )}
    </div>
  )
}

/** Its dates, its place and the viewer's size go with them to the search. */
function searchFor({ start, end, place, you }: ShownBoard): string {
  const params = new URLSearchParams({ start, end })
  if (place) params.set('near', place)
  if (you?.size) params.set('size', you.size)
  return `${href('/search')}?${params}`
}
