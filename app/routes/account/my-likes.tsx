import { useEffect, useRef } from 'react'
import { ItemGrid } from '#app/components/item-grid.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { likedItems, withLikes } from '#domain/likes/like-queries.ts'
import type { Route } from './+types/my-likes.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Likes')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db } = context.get(appContext)
  const after = new URL(request.url).searchParams.get('after')
  const page = await likedItems(db, shopper, after)
  const items = await withLikes(db, shopper, page.rows)
  const next = page.next && `?${new URLSearchParams({ after: page.next })}`
  return { items, isFirst: after === null, next }
}

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

/** A heart that is pressed off goes with its card; the focus that it had stays on the page. */
function useFocusThatStays(shown: number): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = shown < before.current && document.activeElement === document.body
    before.current = shown
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [shown])
}

function Liked({ items, isFirst, next }: NonNullable<Route.ComponentProps['loaderData']>) {
  useFocusThatStays(items.length)
  if (items.length === 0) {
    return (
      <EmptyState
        title={isFirst ? 'Nothing liked yet' : 'Nothing further down'}
        action={
          isFirst ? (
            <LinkButton to="/styles">Find something</LinkButton>
          ) : (
            <LinkButton to="/my-likes">Back to the beginning</LinkButton>
          )
        }
      >
        {isFirst && 'Press the heart on a piece that you want to come back to: it waits here.'}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-14 pt-8 sm:pt-12">
      <ItemGrid items={items} eager={4} heading="h2" />
      <Pagination label="My Likes" first={isFirst ? null : '/my-likes'} next={next} />
    </div>
  )
}

function AdminNotice() {
  return (
    <Notice className="mt-8 max-w-prose">
      Admins look after the catalogue and like nothing themselves. Every card shows how many people
      do.
    </Notice>
  )
}
