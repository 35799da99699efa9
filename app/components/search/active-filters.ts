import { shortRange } from '#app/components/dates/short-range.ts'
import { facets } from '#domain/catalogue/search/facets.ts'
import { type SearchQuery, searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { Filter } from '#domain/catalogue/search/search-results.ts'
import type { SearchScreen } from './search-screen.ts'
import { priceInWords, SHOULD_FIT_ME } from './search-words.ts'

export type ActiveFilter = {
  readonly key: string
  readonly label: string
  /** The search without it. */
  readonly to: string
}

/** Every part of a search that can be removed by itself, in the order of its address. */
export function activeFilters({
  query,
  facets: shown,
  today,
}: Pick<SearchScreen, 'query' | 'facets' | 'today'>): ActiveFilter[] {
  const { q, maxPrice, start, end } = query
  return [
    ...(q ? [{ key: 'q', label: `“${q}”`, to: withoutFilter(query, 'q') }] : []),
    ...shown.flatMap(({ name, choices }) =>
      choices
        .filter(({ chosen }) => chosen)
        .map(({ value, label }) => ({
          key: `${name} ${value}`,
          label: name === 'size' ? `Size ${label}` : label,
          to: searchAddress(query, { [name]: query[name].filter((other) => other !== value) }),
        })),
    ),
    ...(maxPrice === null
      ? []
      : [
          {
            key: 'price',
            label: priceInWords(maxPrice),
            to: withoutFilter(query, 'maxPrice'),
          },
        ]),
    ...(query.fit ? [{ key: 'fit', label: SHOULD_FIT_ME, to: withoutFilter(query, 'fit') }] : []),
    ...(start && end
      ? [
          {
            key: 'dates',
            label: shortRange(start, end, today),
            to: withoutFilter(query, 'dates'),
          },
        ]
      : []),
  ]
}

/** The search without a whole filter. */
export function withoutFilter(query: SearchQuery, filter: Filter): string {
  switch (filter) {
    case 'q':
      return searchAddress(query, {
        q: '',
        sort: query.sort === 'relevance' ? 'newest' : query.sort,
      })
    case 'maxPrice':
      return searchAddress(query, { maxPrice: null })
    case 'fit':
      return searchAddress(query, { fit: null })
    case 'dates':
      return searchAddress(query, { start: null, end: null })
    default:
      return searchAddress(query, { [filter]: [] })
  }
}

/** How many filters are chosen besides words and dates. */
export function countFilters(query: SearchQuery): number {
  const values = facets.reduce((sum, facet) => sum + query[facet].length, 0)
  return values + (query.maxPrice === null ? 0 : 1) + (query.fit ? 1 : 0)
}
