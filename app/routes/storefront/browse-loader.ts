import type { RouterContextProvider } from 'react-router'
import type { BrowseGroup } from '#app/components/browse/browse-group.ts'
import { readWindows, showFirst, showMore } from '#app/components/browse/group-windows.ts'
import { appContext, shopperIn, viewerIn } from '#app/http/contexts.ts'
import { readGroups } from '#domain/items/group-items.ts'
import type { GroupKind } from '#domain/items/groupings.ts'
import { countFixedGroups, countLocations, type GroupCount } from '#domain/items/listed-counts.ts'
import { withLikes } from '#domain/likes/like-queries.ts'
import { asAdmin } from '#domain/shared/actors.ts'

type Context = Readonly<RouterContextProvider>

/** The groups of /styles, /occasions and /sizes. */
export async function browseFixed(
  context: Context,
  request: Request,
  kind: 'style' | 'occasion' | 'size',
): Promise<readonly BrowseGroup[]> {
  const { db } = context.get(appContext)
  const counts = await countFixedGroups(db, asAdmin(viewerIn(context).person), kind)
  return fill(context, kind, counts, new URL(request.url).searchParams)
}

/** A page of locations, and the address of the next one. */
export async function browseLocations(
  context: Context,
  request: Request,
): Promise<{ groups: readonly BrowseGroup[]; isFirst: boolean; next: string | null }> {
  const { db } = context.get(appContext)
  const search = new URL(request.url).searchParams
  const after = search.get('after')
  const page = await countLocations(db, asAdmin(viewerIn(context).person), after)
  const groups = await fill(context, 'location', page.rows, search)
  const next = page.next && `?${new URLSearchParams({ after: page.next })}`
  return { groups, isFirst: after === null, next }
}

/** Three queries whatever is shown: the counts before this, the items, and their likes. */
async function fill(
  context: Context,
  kind: GroupKind,
  counts: readonly GroupCount[],
  search: URLSearchParams,
): Promise<BrowseGroup[]> {
  const { db } = context.get(appContext)
  const windows = readWindows(
    counts.map(({ name }) => name),
    search,
  )
  const found = await readGroups(db, asAdmin(viewerIn(context).person), kind, windows)
  const items = [...found.values()].flatMap((group) => group.items)
  const liked = await withLikes(db, shopperIn(context), items)
  const withTheirLikes = new Map(liked.map((item) => [item.id, item]))
  return windows.map((window, index) => {
    const { items: shown = [], skipped = 0, next = null } = found.get(window.name) ?? {}
    // An item may have been rented between the queries: the count is never less than what is shown.
    const count = Math.max(counts[index]?.count ?? 0, skipped + shown.length + (next ? 1 : 0))
    return {
      name: window.name,
      count,
      items: shown.flatMap(({ id }) => withTheirLikes.get(id) ?? []),
      skipped,
      more:
        next === null
          ? null
          : { to: showMore(search, window, next), remaining: count - skipped - shown.length },
      beginning: skipped > 0 ? showFirst(search, window.name) : null,
    }
  })
}
