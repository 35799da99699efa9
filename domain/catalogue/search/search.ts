import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { conditionsOf, isNewIn, type NewIn } from './conditions.ts'
import { countHits } from './count.ts'
import { readNearby } from './nearby.ts'
import { type Bounds, planFor } from './plan.ts'
import { readHits } from './read.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchPage } from './search-results.ts'
import { suggest } from './suggest.ts'

export { removeSavedSearchesOf } from './saved-searches.ts'

/**
 * A page of the public items that a search finds. Every plan finds the same items in the same order;
 * the bounds only decide which one runs. `today` is the shop's date.
 */
export async function searchItems(
  db: DbOrTx,
  query: SearchQuery,
  today: CalendarDate,
  bounds?: Bounds,
): Promise<SearchPage> {
  const nearby = await readNearby(db, query)
  const plan = await planFor(db, query, conditionsOf(query, nearby, today), bounds)
  const page = await readHits(db, plan)
  const { total, facets, nothing } = await countHits(db, plan, page, query.after === null)
  const suggestions = nothing && (await suggest(db, plan, nothing))
  const { hits, skipped, end } = page
  return {
    items: await cardsOf(
      db,
      hits.map(({ id }) => id),
    ),
    total,
    skipped,
    next: end && { ...end, skipped: skipped + hits.length, total },
    facets,
    suggestions,
    closeMatches: await cardsOf(db, nothing?.closeMatches ?? []),
  }
}

/** The newest items that a search finds and that are new in this time, at most a page, uncounted. */
export async function newItems(
  db: DbOrTx,
  query: SearchQuery,
  newIn: NewIn,
  today: CalendarDate,
): Promise<readonly ListedItem[]> {
  const newest: SearchQuery = { ...query, sort: 'newest', after: null }
  const nearby = await readNearby(db, newest)
  const conditions = { ...conditionsOf(newest, nearby, today), isNew: isNewIn(newIn) }
  const { hits } = await readHits(db, await planFor(db, newest, conditions))
  return await cardsOf(
    db,
    hits.map(({ id }) => id),
  )
}

async function cardsOf(db: DbOrTx, ids: readonly ItemId[]): Promise<ListedItem[]> {
  if (ids.length === 0) return []
  // One array parameter, so that the statement is the same for any number of items.
  const rows = await itemCards(db).where('i.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toListedItem)
}
