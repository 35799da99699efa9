import { type Body, canBeCompared } from '#domain/accounts/sizes/should-fit.ts'
import { itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import { pages } from '#domain/shared/pages.ts'
import { oneLine, storable } from '#domain/shared/plain-text.ts'
import { recordOf } from '#domain/shared/records.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addDays, parseCalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import {
  type Facet,
  facets,
  facetValues,
  priceSteps,
  type SearchSort,
  searchSorts,
} from './facets.ts'
import { readCursor } from './search-cursor.ts'

/** A search of /search; every part is valid. */
export type SearchQuery = { readonly [Name in Facet]: readonly string[] } & {
  /** Words, at most 100 characters; '' without words. */
  readonly q: string
  /** Credits a week, one of `priceSteps`. */
  readonly maxPrice: number | null
  /** The searching person's body, which the items should fit. Never part of an address. */
  readonly fit: Body | null
  /** Both or neither: the first and the last day of a possible rental. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly sort: SearchSort
  /** Where the page starts: an opaque cursor. */
  readonly after: string | null
}

/** Why the dates are left out of the search. */
export type SearchProblem =
  | 'dates-invalid'
  | 'dates-past'
  /** Longer than `MAX_RENTAL_DAYS`. */
  | 'dates-too-long'
  /** More than `MAX_DAYS_AHEAD` from today. */
  | 'dates-too-far'

/** The existing brands (ids) and cities, and the known body: only these can be searched for. */
export type KnownFacets = {
  readonly body?: Body | null
  readonly brands: readonly { readonly id: string }[]
  readonly cities: readonly string[]
}

export type ReadSearch = {
  readonly query: SearchQuery
  readonly problem: SearchProblem | null
  /** The dates as entered, for the form, even when they are a problem. '' if absent. */
  readonly entered: { readonly start: string; readonly end: string }
  /** The canonical address of this search, to which all others are redirected. */
  readonly canonical: string
}

const MAX_WORDS = 100
/** The most values of all facets together. */
const MAX_FACET_VALUES = 20

/** Reads an address. Unknown names and values are dropped. */
export function readSearch(
  params: URLSearchParams,
  known: KnownFacets,
  today: CalendarDate,
): ReadSearch {
  const chosen = readFacets(params, known)
  const q = readWords(params.get('q') ?? '')
  const price = priceSteps.find((step) => String(step) === params.get('max_price'))
  const { entered, problem, dates } = readDates(params, today)
  const query: SearchQuery = {
    q,
    ...chosen,
    maxPrice: price ?? null,
    fit: readFit(params, known),
    ...dates,
    sort: readSort(params.get('sort'), q),
    after: readCursor(params.get('after')) ? params.get('after') : null,
  }
  return { query, problem, entered, canonical: addressOf({ ...query, ...entered }) }
}

const noFacets = recordOf(facets, (): readonly string[] => [])

/** A search for everything. */
export const emptySearch: SearchQuery = {
  q: '',
  ...noFacets,
  maxPrice: null,
  fit: null,
  start: null,
  end: null,
  sort: 'newest',
  after: null,
}

/** The value of `fit` in an address. */
export const FIT_ME = 'me'

function readFit(params: URLSearchParams, { body = null }: KnownFacets): Body | null {
  return params.get('fit') === FIT_ME && body && canBeCompared(body) ? body : null
}

/** The address of the search with some changes, from its first page on. */
export function searchAddress(query: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  const changed = { ...query, after: null, ...changes }
  return addressOf({ ...changed, start: changed.start ?? '', end: changed.end ?? '' })
}

type Addressed = Omit<SearchQuery, 'start' | 'end'> & {
  readonly start: string
  readonly end: string
}

function addressOf(search: Addressed): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value))
  }
  set('q', search.q)
  for (const facet of facets) for (const value of search[facet]) set(nameOf(facet), value)
  set('max_price', search.maxPrice)
  set('fit', search.fit && FIT_ME)
  set('start', search.start)
  set('end', search.end)
  set('sort', search.sort === 'newest' ? null : search.sort)
  set('after', search.after)
  const text = params.toString()
  return text === '' ? pages.search : `${pages.search}?${text}`
}

/** The name of a facet in an address and a form. */
export function nameOf(facet: Facet): string {
  return itemChoices.find(({ field }) => field === facet)?.filter ?? facet
}

/** The query of a search by a visitor, who has no measurements. */
export const visitorParameters: readonly string[] = [
  'q',
  ...facets.map(nameOf),
  'max_price',
  'start',
  'end',
  'sort',
  'after',
]

function readFacets(
  params: URLSearchParams,
  { brands, cities }: KnownFacets,
): { readonly [Name in Facet]: readonly string[] } {
  const values: Record<Facet, readonly string[]> = {
    ...facetValues,
    brand: brands.map(({ id }) => id),
    city: cities,
  }
  let left = MAX_FACET_VALUES
  const chosen = { ...noFacets }
  for (const facet of facets) {
    const requested = new Set(params.getAll(nameOf(facet)))
    chosen[facet] = values[facet].filter((value) => requested.has(value)).slice(0, left)
    left -= chosen[facet].length
  }
  return chosen
}

/** Truncates between characters, never inside one. */
function readWords(text: string): string {
  const words = oneLine(storable(text))
  return words.length <= MAX_WORDS
    ? words
    : words
        .slice(0, MAX_WORDS)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trim()
}

/** Sorting by relevance needs words. */
function readSort(text: string | null, q: string): SearchSort {
  const sort = searchSorts.find((name) => name === text) ?? 'newest'
  return sort === 'relevance' && q === '' ? 'newest' : sort
}

type Dates = Pick<SearchQuery, 'start' | 'end'>
const noDates: Dates = { start: null, end: null }

function readDates(params: URLSearchParams, today: CalendarDate) {
  const start = parseCalendarDate(params.get('start'))
  const end = parseCalendarDate(params.get('end'))
  const entered = { start: start ?? '', end: end ?? '' }
  if (!start && !end) return { entered, problem: null, dates: noDates }
  if (!start || !end) return { entered, problem: 'dates-invalid' as const, dates: noDates }
  const problem = datesProblem(start, end, today)
  return { entered, problem, dates: problem ? noDates : { start, end } }
}

/** Checks in the same order as renting. */
function datesProblem(
  start: CalendarDate,
  end: CalendarDate,
  today: CalendarDate,
): SearchProblem | null {
  if (end < start) return 'dates-invalid'
  if (start < today) return 'dates-past'
  if (totalDaysOf(start, end) > MAX_RENTAL_DAYS) return 'dates-too-long'
  return start > addDays(today, MAX_DAYS_AHEAD) ? 'dates-too-far' : null
}
