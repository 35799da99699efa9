import type { DbOrTx } from '#db/connection.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Facet, facets } from './facets.ts'
import { searchItems } from './search.ts'
import { noFacets, type SearchQuery, withPossibleSort } from './search-query.ts'
import type { Filter, SearchPage } from './search-results.ts'

// For a search without hits: the nearest search that finds something.

export type Wider = {
  readonly query: SearchQuery
  /** What was given up. Words in part, if `query` still has some. */
  readonly leftOut: readonly Filter[]
  readonly page: SearchPage
}

/**
 * Gives up parts until something is found: the one part whose removal finds the most; else, from the
 * words on, all but what the shopper can least do without. Null in an empty shop. At most six
 * searches.
 */
export async function widen(
  db: DbOrTx,
  query: SearchQuery,
  { suggestions }: Pick<SearchPage, 'suggestions'>,
  today: CalendarDate,
): Promise<Wider | null> {
  const single = suggestions?.without?.filter
  const steps = single ? [leaveOut(query, [single])] : stepsFrom(query)
  for (const wider of steps) {
    const page = await searchItems(db, { ...wider, after: null }, today)
    if (page.items.length > 0) return { query: wider, leftOut: partsLeftOut(query, wider), page }
  }
  return null
}

/** Each keeps less than the one before. */
function stepsFrom(query: SearchQuery): readonly SearchQuery[] {
  const words = query.q.split(' ').filter((word) => !word.startsWith('-') && word !== 'or')
  const any = words.length > 1 && !query.q.includes('"') ? words.join(' or ') : ''
  const needed: readonly (readonly Facet[])[] = [
    ['size', 'style', 'occasion', 'category', 'colour', 'brand', 'city'],
    ['category', 'size', 'city'],
    ['category'],
    [],
  ]
  const others: readonly Filter[] = ['q', 'fit', 'not', 'minPrice', 'maxPrice', 'instant']
  const places: readonly Filter[] = ['near', 'reach']
  const steps = [
    ...(any ? [{ ...query, q: any }] : []),
    leaveOut(query, ['q']),
    ...needed.map((remaining) =>
      leaveOut(query, [
        ...others,
        ...(remaining.length > 0 ? [] : (['dates'] as const)),
        ...(remaining.includes('city') ? [] : places),
        ...facets.filter((facet) => !remaining.includes(facet)),
      ]),
    ),
  ]
  const changed = steps.filter((step, index) => !isSame(step, steps[index - 1] ?? query))
  return changed.slice(0, 6)
}

function leaveOut(query: SearchQuery, filters: readonly Filter[]): SearchQuery {
  const has = (filter: Filter) => filters.includes(filter)
  const chosen = Object.fromEntries(
    facets.map((facet) => [facet, has(facet) ? noFacets[facet] : query[facet]]),
  )
  return withPossibleSort({
    ...query,
    ...chosen,
    ...(has('q') && { q: '' }),
    ...(has('fit') && { fit: null }),
    ...(has('not') && { not: [] }),
    ...(has('minPrice') && { minPrice: null }),
    ...(has('maxPrice') && { maxPrice: null }),
    ...(has('near') && { near: null, within: null }),
    ...(has('reach') && { reach: false }),
    ...(has('instant') && { instant: false }),
    ...(has('dates') && { start: null, end: null }),
  })
}

function partsLeftOut(query: SearchQuery, wider: SearchQuery): readonly Filter[] {
  const parts: readonly Filter[] = [
    ...(['q', ...facets, 'minPrice', 'maxPrice', 'not', 'fit', 'near', 'reach'] as const),
    'instant',
  ]
  const different = parts.filter(
    (part) => part !== 'dates' && JSON.stringify(query[part]) !== JSON.stringify(wider[part]),
  )
  return query.start === wider.start ? different : [...different, 'dates']
}

function isSame(one: SearchQuery, other: SearchQuery): boolean {
  return partsLeftOut(one, other).length === 0
}
