import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/catalogue/items/items.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { closeMatches, wordsAreUsed } from './close-matches.ts'
import { countedNames, isChosen } from './counted-values.ts'
import { type Estimate, estimate } from './expected-hits.ts'
import { countValues, countWider, facetCounts, noWiderSearches } from './facet-counts.ts'
import { type HitPage, readHits } from './read-hits.ts'
import type { Bounds, Run } from './run.ts'
import type { SearchQuery } from './search-query.ts'
import { type FacetCounts, MAX_COUNTED_HITS, type SearchPage } from './search-results.ts'
import { suggest } from './suggestions.ts'

/** The most that one search reads, in a catalogue of any size. */
const MAX_READ = { window: 20_000, gathered: 20_000 } as const

/** With fewer hits than this, counting the total reads all of them anyway. */
const MIN_WALK_FROM = 625

/**
 * Walking reads more items the rarer the hits are; gathering reads all hits. They cost the same
 * when the number of hits is the square root of items times page size. Without words, an item that
 * the walk passes costs a tenth of a hit; with words, or a body to fit, its document is read too.
 */
function boundsFor({ items }: Estimate, { q, fit }: SearchQuery): Bounds {
  const passing = q === '' && !fit ? 0.1 : 0.7
  return { ...MAX_READ, walkFrom: Math.max(MIN_WALK_FROM, Math.sqrt(items * PAGE_SIZE * passing)) }
}

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
  const expected = await estimate(db, query)
  const run = { today, bounds: bounds ?? boundsFor(expected, query) }
  const effective = expected.hasWords ? query : { ...query, q: '' }
  const page = await readHits(db, effective, expected, run)
  const { hits, total, skipped, next } = page
  const found = { items: await cardsOf(db, idsOf(hits)), total, skipped, next }
  if (hits.length === 0 && skipped === 0 && next === null)
    return { ...found, ...(await suggestionsFor(db, effective, expected, run)) }
  const facets = query.after === null ? await countFacets(db, effective, page, expected, run) : null
  return { ...found, facets, suggestions: null, closeMatches: [] }
}

async function countFacets(
  db: DbOrTx,
  query: SearchQuery,
  { total, values }: HitPage,
  expected: Estimate,
  run: Run,
): Promise<FacetCounts | null> {
  if (total === null || total > MAX_COUNTED_HITS) return null
  const others = countedNames.filter((name) => !isChosen(query, name))
  const counted = values ?? (await countValues(db, query, others, run))
  return facetCounts(counted, await countWider(db, query, expected, run))
}

/** The facets and suggestions for a search without hits. */
async function suggestionsFor(db: DbOrTx, query: SearchQuery, expected: Estimate, run: Run) {
  const canBeFound = query.q === '' || (await wordsAreUsed(db, query, run))
  const wider = canBeFound ? await countWider(db, query, expected, run) : noWiderSearches(query)
  return {
    facets: query.after === null ? facetCounts([], wider) : null,
    suggestions: await suggest(db, query, { wider, canBeFound }, expected, run),
    closeMatches: canBeFound ? [] : await cardsOf(db, await closeMatches(db, query)),
  }
}

function idsOf(hits: HitPage['hits']): ItemId[] {
  return hits.map(({ id }) => id)
}

async function cardsOf(db: DbOrTx, ids: readonly ItemId[]): Promise<ListedItem[]> {
  if (ids.length === 0) return []
  // One array parameter, so that the statement is the same for any number of items.
  const rows = await itemCards(db).where(sql<boolean>`i.id = any(${ids}::uuid[])`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toListedItem)
}
