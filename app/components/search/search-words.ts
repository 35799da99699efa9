import { eachChoice } from '#domain/catalogue/items/fields/item-fields.ts'
import type { Facet, SearchSort } from '#domain/catalogue/search/facets.ts'
import { ME, NEAR_MILES } from '#domain/catalogue/search/search-query.ts'
import type { Filter } from '#domain/catalogue/search/search-results.ts'
import { MAX_COUNTED_HITS } from '#domain/catalogue/search/search-results.ts'
import { showNumber } from '#domain/shared/credits.ts'

export const facetLabels = {
  size: 'Size',
  style: 'Style',
  occasion: 'Occasion',
  ...eachChoice(({ label }) => label),
  brand: 'Brand',
  city: 'City',
} as const satisfies Record<Facet, string>

/** The filter by the size profile of the person who searches. */
export const SHOULD_FIT_ME = 'Should fit me'

/** The filter by the place of the person who searches. */
export const CAN_REACH_ME = 'Can reach me'

/** The filter by what a closet accepts at once. */
export const INSTANT = 'Instant'

/** 'Within 25 miles of Boston, MA', 'Within 10 miles of you'. */
export function nearInWords(near: string, within: number | null): string {
  const place = near === ME ? 'you' : near
  return `Within ${showNumber(within ?? NEAR_MILES)} miles of ${place}`
}

/** The search without one of its filters. */
export const withoutWords = {
  q: 'Without the search words',
  size: 'In any size',
  style: 'In any style',
  occasion: 'For any occasion',
  ...eachChoice(({ label }) => `In any ${label.toLowerCase()}`),
  brand: 'Of any brand',
  city: 'In any city',
  maxPrice: 'At any price',
  fit: 'Whether or not it should fit me',
  dates: 'On any dates',
  not: 'With everything that you left out',
  minPrice: 'At a lower price too',
  near: 'Near or far',
  reach: 'Whether or not it can reach me',
  instant: 'Accepted at once or later',
} as const satisfies Record<Filter, string>

export const sortWords = {
  newest: 'Newest',
  price: 'Lowest price',
  relevance: 'Best match',
  distance: 'Nearest',
} as const satisfies Record<SearchSort, string>

/** '1 item', '31 items', '100+ items'; null where they were not counted. */
export function itemsInWords(total: number | null): string | null {
  if (total === null) return null
  if (total > MAX_COUNTED_HITS) return `${showNumber(MAX_COUNTED_HITS)}+ items`
  return `${showNumber(total)} ${total === 1 ? 'item' : 'items'}`
}

/** '2 days earlier', '1 day later'. */
export function shiftInWords(days: number): string {
  const number = Math.abs(days)
  return `${number} ${number === 1 ? 'day' : 'days'} ${days < 0 ? 'earlier' : 'later'}`
}

/** 'From 20 credits a week', 'Up to 28 credits a week', '20 to 28 credits a week'. */
export function pricesInWords(min: number | null, max: number | null): string {
  if (min === null) return priceInWords(max ?? 0)
  return max === null ? `From ${min} credits a week` : `${min} to ${max} credits a week`
}

/** 'Up to 28 credits a week'. */
export function priceInWords(creditsPerWeek: number): string {
  return `Up to ${creditsPerWeek} credits a week`
}
