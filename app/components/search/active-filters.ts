import { shortRange } from '#app/components/dates/short-range.ts'
import { choiceWords } from '#domain/catalogue/items/fields/item-fields.ts'
import { type Facet, facets } from '#domain/catalogue/search/facets.ts'
import { type SearchQuery, searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { Filter } from '#domain/catalogue/search/search-results.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { priceInWords, SHOULD_FIT_ME } from './search-words.ts'
import type { NamedBrand } from './shown-facets.ts'

export type ActiveFilter = {
  readonly key: string
  readonly label: string
  /** The search without it. */
  readonly to: string
}

/** Every part of a search that can be removed by itself, in the order of its address. */
export function activeFilters(
  query: SearchQuery,
  brands: readonly NamedBrand[],
  today: CalendarDate,
): ActiveFilter[] {
  const brandName = (id: string) => brands.find((brand) => brand.id === id)?.name ?? 'Brand'
  const labels: Partial<Record<Facet, (value: string) => string>> = {
    brand: brandName,
    size: (size) => `Size ${size}`,
  }
  const { q, maxPrice, start, end } = query
  return [
    ...(q ? [{ key: 'q', label: `“${q}”`, to: withoutFilter(query, 'q') }] : []),
    ...facets.flatMap((facet) =>
      query[facet].map((value) => ({
        key: `${facet} ${value}`,
        label: labels[facet]?.(value) ?? choiceWords(facet, value),
        to: searchAddress(query, { [facet]: query[facet].filter((other) => other !== value) }),
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
