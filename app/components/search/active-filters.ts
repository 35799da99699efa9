import { shortRange } from '#app/components/dates/short-range.ts'
import { choiceWords } from '#domain/catalogue/items/fields/item-fields.ts'
import { OTHER, valueAlone } from '#domain/catalogue/items/fields/item-words.ts'
import { type Facet, facets } from '#domain/catalogue/search/facets.ts'
import {
  type SearchQuery,
  searchAddress,
  type Unwanted,
} from '#domain/catalogue/search/search-query.ts'
import type { Filter } from '#domain/catalogue/search/search-results.ts'
import type { SearchScreen } from './search-screen.ts'
import {
  CAN_REACH_ME,
  facetLabels,
  INSTANT,
  nearInWords,
  pricesInWords,
  SHOULD_FIT_ME,
} from './search-words.ts'
import type { ShownFacet } from './shown-filters.ts'

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
  const { q, minPrice, maxPrice, start, end } = query
  return [
    ...(q
      ? [{ key: 'q', label: `“${q.replaceAll('"', '')}”`, to: withoutFilter(query, 'q') }]
      : []),
    ...shown.flatMap(({ name, choices }) =>
      choices
        .filter(({ chosen }) => chosen)
        .map(({ value, label }) => ({
          key: `${name} ${value}`,
          label: name === 'size' && value !== OTHER ? `Size ${label}` : aloneIn(name, label),
          to: searchAddress(query, { [name]: query[name].filter((other) => other !== value) }),
        })),
    ),
    ...query.not.map((unwanted) => ({
      key: `not ${unwanted.facet} ${unwanted.value}`,
      label: `Not ${labelOf(unwanted, shown)}`,
      to: searchAddress(query, { not: query.not.filter((one) => one !== unwanted) }),
    })),
    ...(minPrice === null && maxPrice === null
      ? []
      : [
          {
            key: 'price',
            label: pricesInWords(minPrice, maxPrice),
            to: searchAddress(query, { minPrice: null, maxPrice: null }),
          },
        ]),
    ...(query.near
      ? [
          {
            key: 'near',
            label: nearInWords(query.near, query.within),
            to: withoutFilter(query, 'near'),
          },
        ]
      : []),
    ...(query.reach
      ? [{ key: 'reach', label: CAN_REACH_ME, to: withoutFilter(query, 'reach') }]
      : []),
    ...(query.instant
      ? [{ key: 'instant', label: INSTANT, to: withoutFilter(query, 'instant') }]
      : []),
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

const aloneIn = (facet: Facet, label: string) => valueAlone(label, facetLabels[facet])

/** Of a brand, which is an id, only if it has items; else its kind is named. */
function labelOf({ facet, value }: Unwanted, shown: readonly ShownFacet[]): string {
  const choices = shown.find(({ name }) => name === facet)?.choices ?? []
  const label = choices.find((choice) => choice.value === value)?.label
  if (label) return aloneIn(facet, label)
  return facet === 'brand' ? 'this brand' : aloneIn(facet, choiceWords(facet, value))
}

/** The search without a whole filter. */
export function withoutFilter(query: SearchQuery, filter: Filter): string {
  switch (filter) {
    case 'q':
      return searchAddress(query, { q: '' })
    case 'near':
      return searchAddress(query, { near: null, within: null })
    case 'reach':
      return searchAddress(query, { reach: false })
    case 'instant':
      return searchAddress(query, { instant: false })
    case 'maxPrice':
      return searchAddress(query, { maxPrice: null })
    case 'minPrice':
      return searchAddress(query, { minPrice: null })
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
  const prices = query.minPrice === null && query.maxPrice === null ? 0 : 1
  return (
    values +
    prices +
    query.not.length +
    [query.fit, query.near, query.reach, query.instant].filter(Boolean).length
  )
}
