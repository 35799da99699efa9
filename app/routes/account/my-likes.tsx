import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { carriedDates, forgetCarriedDates } from '#app/components/dates/carried-dates.ts'
import { DATE_SENTENCES } from '#app/components/dates/dates-in-words.ts'
import { AddFromCard } from '#app/components/items/add-from-card.tsx'
import { BoardLine } from '#app/components/items/board-line.tsx'
import { ItemGrid } from '#app/components/items/item-grid.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { boardForCards } from '#app/request/boards/board-for-cards.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { withLikesAndDistances } from '#app/request/place/distances.ts'
import { withInstant } from '#app/request/place/instant.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { isFocusLost } from '#app/ui/hooks/is-focus-lost.ts'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type DatesProblem, readDates } from '#domain/booking/calendar/rental-dates.ts'
import { likedItems } from '#domain/catalogue/likes/like-queries.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/my-likes.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Likes')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db } = context.get(appContext)
  const query = new URL(request.url).searchParams
  const today = todayIn(context)
  const start = parseCalendarDate(query.get('start'))
  const end = parseCalendarDate(query.get('end'))
  const dates = start || end ? readDates({ start, end }, today) : null
  const free = dates && !('reason' in dates) ? { ...dates, today } : null
  const datesError = dates && 'reason' in dates ? SENTENCES[dates.reason] : null
  const order = query.get('order') === 'price' ? ('price' as const) : ('newest' as const)
  const wanted = { order, free, page: Math.trunc(Number(query.get('page'))) || 1 }
  const [{ rows, ...counts }, board] = await Promise.all([
    likedItems(db, shopper, wanted),
    boardForCards(context, request, free),
  ])
  const items = await withInstant(context, await withLikesAndDistances(context, rows))
  return {
    items,
    board,
    ...counts,
    order,
    start,
    end,
    free,
    datesError,
    today,
  }
}

const SENTENCES = {
  ...DATE_SENTENCES,
  'dates-missing': 'Please select both days.',
} as const satisfies Record<DatesProblem['reason'], string>

export default function MyLikes({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-column py-10 sm:py-16">
      <h1 tabIndex={-1} className="outline-none">
        My Likes
      </h1>
      {loaderData ? <Liked {...loaderData} /> : <AdminNotice />}
    </div>
  )
}

/** Unliking an item removes its card with the focused button; the focus moves to the heading. */
function useFocusFallback(shown: number): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = shown < before.current && isFocusLost()
    before.current = shown
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [shown])
}

/** Dates that were chosen before in this tab are those of this page too, until “Any dates”. */
function useDatesChosenBefore({ start, end, today }: Pick<Loaded, 'start' | 'end' | 'today'>) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const take = useEffectEvent(() => {
    const before = carriedDates()
    if (start || end || !before || before.start < today) return
    const query = new URLSearchParams(search)
    for (const [name, day] of Object.entries(before)) query.set(name, day)
    void navigate(`?${query}`, { replace: true })
  })
  useEffect(() => take(), [])
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>

function Liked(props: Loaded) {
  const { items, board, total, page, pages, order, start, end, free } = props
  useFocusFallback(items.length)
  useDatesChosenBefore(props)
  if (total === 0 && !free) {
    return (
      <EmptyState
        title="No likes yet"
        action={
          <>
            <LinkButton to={href('/styles')}>Browse Items</LinkButton>
            <SearchLink />
          </>
        }
      >
        Tap the heart on an item to save it here.
      </EmptyState>
    )
  }
  const address = (number: number) =>
    `?${new URLSearchParams({
      ...(start && end && { start, end }),
      ...(order === 'price' && { order }),
      ...(number > 1 && { page: String(number) }),
    })}`
  return (
    <div className="grid gap-10 pt-6">
      <Choice {...props} />
      {board && items.length > 0 && <BoardLine board={board} />}
      {items.length > 0 ? (
        <ItemGrid
          items={items}
          eager={4}
          heading="h2"
          below={(item) => board && <AddFromCard item={item} board={board} />}
        />
      ) : (
        <EmptyState
          title="None of your liked items are available on these dates"
          action={
            <>
              <LinkButton to={href('/my-likes')} onClick={forgetCarriedDates}>
                Show all likes
              </LinkButton>
              <SearchLink>Search these dates</SearchLink>
            </>
          }
        />
      )}
      {pages > 1 && (
        <nav aria-label="My Likes" className="flex flex-wrap items-center justify-center gap-4">
          {page > 1 && (
            <LinkButton kind="secondary" to={address(page - 1)} rel="prev">
              Previous page
            </LinkButton>
          )}
          <span className="text-sm text-soft">
            Page {page} of {pages}
          </span>
          {page < pages && (
            <LinkButton kind="secondary" to={address(page + 1)} rel="next">
              Next page
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}

/** The fields follow the address, which a link or the Back button can change. */
function useFieldsOf(
  form: RefObject<HTMLFormElement | null>,
  address: Readonly<Record<'start' | 'end' | 'order', string>>,
): void {
  const { start, end, order } = address
  const followed = useRef([start, end, order].join())
  useEffect(() => {
    const shown = [start, end, order].join()
    // What was entered before the script had loaded stays.
    if (shown === followed.current) return
    followed.current = shown
    for (const [name, value] of Object.entries({ start, end, order })) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = value
    }
  }, [form, start, end, order])
}

/** The number of likes, and a GET form for their order and the days on which they are free. */
function Choice({ total, order, start, end, free, datesError, today }: Loaded) {
  const { key } = useLocation()
  const form = useFirstInvalid(datesError && key)
  useFieldsOf(form, { start: start ?? '', end: end ?? '', order })
  return (
    <Form
      ref={form}
      method="get"
      className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-5"
    >
      <p
        className="min-h-12 content-center text-soft max-sm:col-span-2 sm:mt-6.5 sm:mr-auto"
        role="status"
      >
        {total} {total === 1 ? 'item' : 'items'}
        {free && ' available on your dates'}
      </p>
      <SelectField
        label="Sort by"
        name="order"
        className="max-sm:col-span-2"
        defaultValue={order}
        options={[
          { value: 'newest', label: 'Recently liked' },
          { value: 'price', label: 'Lowest price' },
        ]}
      />
      <Field
        label="Available from"
        name="start"
        type="date"
        min={today}
        defaultValue={start ?? ''}
      />
      <Field
        label="To"
        name="end"
        type="date"
        min={today}
        defaultValue={end ?? ''}
        error={datesError ?? undefined}
      />
      <div className="grid sm:mt-6.5">
        <Button kind="secondary">Apply</Button>
      </div>
      {free && (
        <Link
          to={href('/my-likes')}
          onClick={forgetCarriedDates}
          className="inline-flex min-h-12 items-center text-sm text-link sm:mt-6.5"
        >
          Any dates
        </Link>
      )}
    </Form>
  )
}

function AdminNotice() {
  return (
    <Notice className="mt-8 max-w-prose">
      Admins cannot like items. Every card shows how many people like it.
    </Notice>
  )
}
