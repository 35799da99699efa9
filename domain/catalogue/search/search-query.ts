import type { Body } from '#domain/accounts/sizes/should-fit.ts'
import type { Wearer } from '#domain/catalogue/fit/wearer.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { encodeCursor } from '#domain/shared/lists/page.ts'
import { pages } from '#domain/shared/pages.ts'
import { recordOf } from '#domain/shared/records.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Facet, facetParameters, facets, type SearchSort } from './facets.ts'

/** A search of /search; every part is valid. */
export type SearchQuery = { readonly [Name in Facet]: readonly string[] } & {
  /** Words, at most 100 characters; '' without words. */
  readonly q: string
  /** Credits a week, 1 to `MAX_CREDITS_PER_WEEK`; null without a limit. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** What the items must not have, in the order of `facets`. */
  readonly not: readonly Unwanted[]
  /** The searching person, whom the items should fit. Never part of an address. */
  readonly fit: Wearer | null
  /** Their measurements: by relevance, what should fit comes first. Never part of an address. */
  readonly body: Body | null
  /** 'Boston, MA', or 'me' for the place of the searching person: items near there. */
  readonly near: string | null
  /** Miles from there, 1 to `MAX_WITHIN`; null for `NEAR_MILES`. */
  readonly within: number | null
  /** Only items that can reach the searching person. */
  readonly reach: boolean
  /** Where the searching person is. Never part of an address. */
  readonly here: Point | null
  /** Only items whose closets accept the request of the searching person at once. */
  readonly instant: boolean
  /** What decides that about the person. Never part of an address. */
  readonly renter: SearchingRenter | null
  /** Both or neither: the first and the last day of a possible rental. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly sort: SearchSort
  /** Where the page starts; null for the first page. */
  readonly after: SearchCursor | null
}

/** Who searches, for closets that accept some requests automatically. */
export type SearchingRenter = { readonly hasCompleted: boolean; readonly now: Date }

/** A value of a facet that no item may have. */
export type Unwanted = { readonly facet: Facet; readonly value: string }

/** The place after a row in one of the orders of /search, with totals from the pages before. */
export type SearchCursor = {
  /** The order in which the page is continued; by relevance only if the first page was. */
  readonly order: SearchSort
  /** Credits a day, the rank as PostgreSQL writes it, or whole miles; '' for newest first. */
  readonly key: string
  /** With microseconds. */
  readonly at: string
  readonly id: string
  /** How many items the pages before have shown. */
  readonly skipped: number
  /** The total counted for the first page; null when it was not counted. */
  readonly total: number | null
}

export const noFacets = recordOf(facets, (): readonly string[] => [])

/** A search for everything. */
export const emptySearch: SearchQuery = {
  q: '',
  ...noFacets,
  minPrice: null,
  maxPrice: null,
  not: [],
  fit: null,
  body: null,
  near: null,
  within: null,
  reach: false,
  here: null,
  instant: false,
  renter: null,
  start: null,
  end: null,
  sort: 'newest',
  after: null,
}

/** The value of `fit`, `near`, `reach` and `instant` in an address for the searching person. */
export const ME = 'me'

/** Within how many miles something is near. */
export const NEAR_MILES = 25
/** The most miles around a place. */
export const MAX_WITHIN = 3000

/** The parameter for a sentence of which something was corrected or left out. */
export const TYPED = 'typed'

/** The query of a search by a visitor, who has no measurements. */
export const visitorParameters: readonly string[] = [
  'q',
  ...Object.values(facetParameters),
  'min_price',
  'max_price',
  'not',
  'near',
  'within',
  'instant',
  TYPED,
  'start',
  'end',
  'sort',
  'after',
]

/** Sorting by relevance needs words, by distance a place. */
export function canSortBy(
  sort: SearchSort,
  { q, near, here }: Pick<SearchQuery, 'q' | 'near' | 'here'>,
): boolean {
  if (sort === 'relevance') return q !== ''
  return sort !== 'distance' || near !== null || here !== null
}

/** The search without an order that it cannot have. */
export function withPossibleSort<Search extends Pick<SearchQuery, 'sort' | 'q' | 'near' | 'here'>>(
  search: Search,
): Search {
  return canSortBy(search.sort, search) ? search : { ...search, sort: 'newest' }
}

/** The address of the search with some changes, from its first page on. */
export function searchAddress(query: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  const changed = withPossibleSort({ ...query, after: null, ...changes })
  return addressOf({ ...changed, start: changed.start ?? '', end: changed.end ?? '' })
}

type Addressed = Omit<SearchQuery, 'start' | 'end'> & {
  /** The sentence that was typed, if something of it was corrected or left out. */
  readonly typed?: string
  readonly start: string
  readonly end: string
}

/** The address of the search with these dates, which need not be valid. */
export function addressOf(search: Addressed): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value))
  }
  set('q', search.q)
  for (const facet of facets) for (const value of search[facet]) set(facetParameters[facet], value)
  set('min_price', search.minPrice)
  set('max_price', search.maxPrice)
  for (const unwanted of search.not) set('not', unwantedText(unwanted))
  set('fit', search.fit && ME)
  set('near', search.near)
  set('within', search.within)
  set('reach', search.reach ? ME : null)
  set('instant', search.instant ? ME : null)
  set('start', search.start)
  set('end', search.end)
  set('sort', search.sort === 'newest' ? null : search.sort)
  set('after', search.after && writeCursor(search.after))
  set(TYPED, search.typed ?? '')
  const text = params.toString()
  return text === '' ? pages.search : `${pages.search}?${text}`
}

/** 'color:Red', as in an address and a form. */
export const unwantedText = ({ facet, value }: Unwanted) => `${facetParameters[facet]}:${value}`

/** The opaque text of a cursor in an address. */
export function writeCursor({ order, key, at, id, skipped, total }: SearchCursor): string {
  return encodeCursor([order, key, at, id, String(skipped), total === null ? '' : String(total)])
}
