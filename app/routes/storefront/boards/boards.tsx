import { href, redirect } from 'react-router'
import { BoardList } from '#app/components/boards/board-list.tsx'
import { OccasionFields, OwnWordsFields } from '#app/components/boards/occasion-fields.tsx'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { boardsCookie, plannerIn, plannerOf } from '#app/request/boards/planner.ts'
import {
  appContext,
  type Context,
  peerContext,
  shopperIn,
  todayIn,
  viewerIn,
} from '#app/request/contexts.ts'
import { flash, redirectWithError, redirectWithSuccess, success } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { BoardId, ItemId } from '#db/ids.ts'
import { readSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import {
  addPiece,
  boardsOf,
  makeBoard,
  newVisitorKey,
  type Planner,
  visitorWith,
} from '#domain/booking/boards/boards.ts'
import { findItem } from '#domain/catalogue/items/item-queries.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  type CalendarDate,
  parseCalendarDate,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/boards.ts'
import { boardProblem, occasion, ownWords } from './board-forms.ts'
import { boardHeaders } from './read-board.ts'

const TITLE = 'Boards'

export const meta: Route.MetaFunction = () => pageMeta(TITLE)

export const headers: Route.HeadersFunction = boardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const { person, zip } = viewerIn(context)
  const shopper = shopperIn(context)
  if (person && !shopper) return null
  const today = todayIn(context)
  const planner = plannerIn(context, request)
  const params = new URL(request.url).searchParams
  const [boards, sizes, item] = await Promise.all([
    planner ? boardsOf(db, planner, today) : [],
    shopper ? readSizeProfile(db, shopper) : null,
    itemToAdd(context, params),
  ])
  const date = (name: string) => parseCalendarDate(params.get(name))
  const start = date('start')
  return {
    // A past occasion is no longer planned.
    boards: item ? boards.filter(({ end }) => end >= today) : boards,
    item: item && { id: item.id, title: item.title, imageUrl: item.image?.url ?? null },
    today,
    occasion: { name: item ? nameFor(start) : '', start: start ?? '', end: date('end') ?? '', zip },
    you: {
      firstName: shopper ? firstNameOf(shopper.fullName) : '',
      size: params.get('size') ?? sizes?.usualSize ?? null,
    },
  }
}

/** Filled in for who came to put an item on a board; they can change it. */
const nameFor = (start: CalendarDate | null) => (start ? `Plans for ${showDate(start)}` : '')

async function itemToAdd(context: Context, params: URLSearchParams) {
  const wanted = params.get('item')
  if (wanted === null) return null
  const { db } = context.get(appContext)
  const id = orNotFound(parseId<ItemId>(wanted))
  return orNotFound(await findItem(db, shopperIn(context), id, todayIn(context)))
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { db, clock } = app
  const form = await readForm(request)
  const isAdmin = viewerIn(context).person && !shopperIn(context)
  if (isAdmin) throw new Response(null, { status: 403 })
  const planner = plannerOf(context, request, form)
  const itemId = parseId<ItemId>(form.get('item'))
  if (form.get('intent') === 'add') {
    const id = orNotFound(parseId<BoardId>(form.get('board')))
    const added = await addPiece(db, orNotFound(planner), id, orNotFound(itemId), clock())
    const from = form.get('return_to')
    const list = typeof from === 'string' ? safeReturnTo(from) : null
    if (!added.ok) {
      const refusal = boardProblem(added.problem, form)
      return list === null ? answerProblem(refusal) : redirectWithError(list, refusal.problem)
    }
    return redirectWithSuccess(list ?? href('/boards/:id', { id }), 'Added to the board.')
  }
  const checked = checkForm(occasion.and(ownWords), form)
  if (!checked.ok) return answerProblem(checked.problem)
  const taken = await countAttempt(app, 'board', context.get(peerContext))
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const newKey = planner ? null : newVisitorKey()
  const maker: Planner = planner ?? orNotFound(visitorWith(newKey))
  const made = await makeBoard(db, maker, { ...checked.value, itemId }, clock(), todayIn(context))
  if (!made.ok) return answerProblem(boardProblem(made.problem, form))
  const cookies = [
    flash(success('Your board is ready.')),
    ...(newKey ? [boardsCookie(newKey)] : []),
  ]
  return redirect(href('/boards/:id', { id: made.value }), {
    headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  })
}

/** The viewer's boards, and a new one; with an item, the board to which it is added. */
export default function Boards({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title={TITLE} />
  const { boards, item, today, occasion, you } = loaderData
  const shown = fieldsOf(actionData)
  const isAdding = actionData?.values.intent === 'add'
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>{item ? 'Add to a board' : TITLE}</h1>
      {item ? (
        <div className="mt-6 flex max-w-2xl items-center gap-4">
          <div className="w-16 shrink-0 overflow-hidden rounded-picture">
            <ItemPicture imageUrl={item.imageUrl} title={item.title} sizes="4rem" />
          </div>
          <p className="min-w-0 text-lg wrap-anywhere">{item.title}</p>
        </div>
      ) : (
        <p className="mt-3 max-w-[52ch] text-soft">
          Plan what everybody wears on one date: collect items, share them by a secret link, vote,
          and see who has what.
        </p>
      )}
      {actionData && isAdding && (
        <div className="mt-6 max-w-2xl">
          <Notice kind="error">{actionData.problem}</Notice>
        </div>
      )}
      {boards.length > 0 && <BoardList boards={boards} adding={item} />}
      <section className="mt-10 max-w-xl">
        <h2 className="text-2xl">New board</h2>
        <Form
          method="post"
          answer={isAdding ? null : actionData}
          noValidate
          className="mt-5 grid gap-5"
        >
          {item && <input type="hidden" name="item" value={item.id} />}
          <OccasionFields shown={shown} saved={occasion} today={today} />
          <OwnWordsFields shown={shown} saved={you} />
          <p>
            <Button>{item ? 'Make a board with this item' : 'Make a board'}</Button>
          </p>
        </Form>
      </section>
    </div>
  )
}
