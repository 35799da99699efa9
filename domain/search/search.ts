import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/items/items.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { MAX_COUNTED } from '#domain/shared/page.ts'
import { closeMatches } from './close-matches.ts'
import { expectedHits } from './expected-hits.ts'
import { countFacets } from './facet-counts.ts'
import { type Bounds, readHits } from './read-hits.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchPage } from './search-results.ts'
import { suggest } from './suggestions.ts'

/** What one search may read of a catalogue of any size. */
const BOUNDS: Bounds = { walkFrom: 5000, window: 20_000, gathered: 20_000 }

/**
 * A page of the public items that a search finds. Every plan finds the same items in the same order;
 * the bounds only decide which one runs. `today` is the shop's date.
 */
export async function searchItems(
  db: DbOrTx,
  query: SearchQuery,
  today: CalendarDate,
  bounds: Bounds = BOUNDS,
): Promise<SearchPage> {
  const run = { today, bounds }
  const expected = await expectedHits(db, query)
  const meant = expected.hasWords ? query : { ...query, q: '' }
  const { hits, total, skipped, next } = await readHits(db, meant, expected.hits, run)
  const isNothing = hits.length === 0 && skipped === 0 && next === null
  const isCounted = query.after === null && total !== null && total <= MAX_COUNTED
  return {
    items: await cardsOf(
      db,
      hits.map(({ id }) => id),
    ),
    total,
    skipped,
    facets: isCounted ? await countFacets(db, meant, run) : null,
    next,
    suggestions: isNothing ? await suggest(db, meant, run) : null,
    closeMatches: isNothing ? await cardsOf(db, await closeMatches(db, meant, run)) : [],
  }
}

async function cardsOf(db: DbOrTx, ids: readonly ItemId[]): Promise<ListedItem[]> {
  if (ids.length === 0) return []
  const rows = await itemCards(db).where('i.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toListedItem)
}
