import { href } from 'react-router'
import type { BrowseGroup } from '#app/components/browse/browse-group.ts'
import { readWindows, showFirst, showMore } from '#app/components/browse/group-windows.ts'
import { pageAddress } from '#app/components/browse/page-address.ts'
import { appContext, type Context, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { addDistance, distancesFrom } from '#app/request/place/distances.ts'
import { addInstant, instantOf } from '#app/request/place/instant.ts'
import { readShared } from '#app/request/read-shared.ts'
import { readGroups } from '#domain/catalogue/items/group-items.ts'
import type { GroupKind } from '#domain/catalogue/items/groupings.ts'
import {
  countFixedGroups,
  countLocations,
  type GroupCount,
} from '#domain/catalogue/items/listed-counts.ts'
import { ownLikes, withLikesAndReaches } from '#domain/catalogue/likes/like-queries.ts'
import type { Reaches } from '#domain/catalogue/reach/reach.ts'
import { asAdmin } from '#domain/shared/actors.ts'

/** The groups of /styles, /occasions and /sizes. */
export async function browseFixed(
  context: Context,
  request: Request,
  kind: 'style' | 'occasion' | 'size',
): Promise<readonly BrowseGroup[]> {
  const { db } = context.get(appContext)
  const { search, searchParams } = new URL(request.url)
  const { groups, reaches } = await readShared(
    context,
    (lists) => lists.groups,
    kind + search,
    async () => {
      const counts = await countFixedGroups(db, asAdmin(viewerIn(context).person), kind)
      return fill(context, kind, counts, searchParams)
    },
  )
  return forViewer(context, groups, reaches)
}

/** A page of locations, with the addresses of the first page (null on the first) and the next. */
export async function browseLocations(
  context: Context,
  request: Request,
): Promise<{ groups: readonly BrowseGroup[]; first: string | null; next: string | null }> {
  const { db } = context.get(appContext)
  const { search, searchParams } = new URL(request.url)
  const path = href('/locations')
  const after = searchParams.get('after')
  const { groups, reaches, next } = await readShared(
    context,
    (lists) => lists.locations,
    search,
    async () => {
      const page = await countLocations(db, asAdmin(viewerIn(context).person), after)
      return { ...(await fill(context, 'location', page.rows, searchParams)), next: page.next }
    },
  )
  return {
    groups: await forViewer(context, groups, reaches),
    first: after === null ? null : pageAddress(path, searchParams, null),
    next: next && pageAddress(path, searchParams, next),
  }
}

/** With what depends on the viewer: their likes, and how far items are from them. */
async function forViewer(
  context: Context,
  groups: readonly BrowseGroup[],
  reaches: Reaches,
): Promise<BrowseGroup[]> {
  const { db } = context.get(appContext)
  const items = groups.flatMap((group) => group.items)
  const [withOwn, instant] = await Promise.all([
    ownLikes(db, shopperIn(context), items),
    instantOf(context, items),
  ])
  const distances = distancesFrom(context, reaches)
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => addInstant(addDistance(withOwn(item), distances), instant)),
  }))
}

/** With the number of likes of each item, and whom the items can reach. */
async function fill(
  context: Context,
  kind: GroupKind,
  counts: readonly GroupCount[],
  search: URLSearchParams,
): Promise<{ groups: BrowseGroup[]; reaches: Reaches }> {
  const { db } = context.get(appContext)
  const windows = readWindows(
    counts.map(({ name }) => name),
    search,
  )
  const found = await readGroups(db, asAdmin(viewerIn(context).person), kind, windows)
  const items = [...found.values()].flatMap((group) => group.items)
  const liked = await withLikesAndReaches(db, null, items)
  const withTheirLikes = new Map(liked.items.map((item) => [item.id, item]))
  const groups = windows.map((window, index) => {
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
  return { groups, reaches: liked.reaches }
}
