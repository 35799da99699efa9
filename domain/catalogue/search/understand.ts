import { bodyOf } from '#domain/accounts/sizes/should-fit.ts'
import type { Wearer } from '#domain/catalogue/fit/wearer.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { parseId } from '#domain/shared/ids.ts'
import { decodeCursor, parseInstant } from '#domain/shared/lists/page.ts'
import { oneLine, storable } from '#domain/shared/plain-text.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addDays, parseCalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import {
  type Facet,
  facetParameters,
  facets,
  facetValues,
  type SearchSort,
  searchSorts,
} from './facets.ts'
import {
  addressOf,
  canSortBy,
  MAX_WITHIN,
  ME,
  NEAR_MILES,
  noFacets,
  type SearchCursor,
  type SearchingRenter,
  type SearchQuery,
  TYPED,
  type Unwanted,
  unwantedText,
} from './search-query.ts'

// First step of a search: what an address asks for.

/** Why the dates are left out of the search. */
export type SearchProblem =
  | 'dates-invalid'
  | 'dates-past'
  /** Longer than `MAX_RENTAL_DAYS`. */
  | 'dates-too-long'
  /** More than `MAX_DAYS_AHEAD` from today. */
  | 'dates-too-far'

/** The existing brands (ids) and cities, and who searches: only these can be searched for. */
export type KnownFacets = {
  /** Null if nothing is known by which items should fit. */
  readonly wearer?: Wearer | null
  /** Where the searching person is. */
  readonly here?: Point | null
  /** What closets that accept requests automatically want to know of them. */
  readonly renter?: SearchingRenter | null
  /** The place that `near` names: 'Boston, MA'. */
  readonly place?: string | null
  readonly brands: readonly { readonly id: string }[]
  readonly cities: readonly string[]
}

export type ReadSearch = {
  readonly query: SearchQuery
  readonly problem: SearchProblem | null
  /** The dates as entered, for the form, even when they are a problem. '' if absent. */
  readonly entered: { readonly start: string; readonly end: string }
  /** The sentence that was typed, if something of it was corrected or left out; else ''. */
  readonly typed: string
  /** The canonical address of this search, to which all others are redirected. */
  readonly canonical: string
}

/** The most characters of the words. */
export const MAX_WORDS = 100
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
  const prices = readPrices(params)
  const place = readPlace(params, known)
  const { entered, problem, dates } = readDates(params, today)
  const query: SearchQuery = {
    q,
    ...chosen,
    ...prices,
    not: readUnwanted(params, known),
    fit: readFit(params, known),
    body: known.wearer ? bodyOf(known.wearer) : null,
    ...place,
    ...readInstant(params, known),
    ...dates,
    sort: readSort(params.get('sort'), q, place),
    after: readCursor(params.get('after')),
  }
  const typed = readWords(params.get(TYPED) ?? '')
  return { query, problem, entered, typed, canonical: addressOf({ ...query, ...entered, typed }) }
}

function readFit(params: URLSearchParams, { wearer = null }: KnownFacets): Wearer | null {
  return params.get('fit') === ME ? wearer : null
}

function readInstant(params: URLSearchParams, { renter = null }: KnownFacets) {
  return { instant: params.get('instant') === ME && renter !== null, renter }
}

type SearchedPlace = Pick<SearchQuery, 'near' | 'within' | 'reach' | 'here'>

/** What needs the place of the person is dropped while that is not known. */
function readPlace(
  params: URLSearchParams,
  { here = null, place = null }: KnownFacets,
): SearchedPlace {
  const near = params.get('near') === ME ? here && ME : place
  const miles = params.get('within') ?? ''
  const within = near && /^[1-9]\d{0,3}$/.test(miles) ? Number(miles) : NEAR_MILES
  return {
    near,
    within: within === NEAR_MILES || within > MAX_WITHIN ? null : within,
    reach: params.get('reach') === ME && here !== null,
    here,
  }
}

type ChosenFacets = Pick<SearchQuery, Facet>

function readFacets(params: URLSearchParams, known: KnownFacets): ChosenFacets {
  const values = valuesOf(known)
  let left = MAX_FACET_VALUES
  const chosen: Record<Facet, readonly string[]> = { ...noFacets }
  for (const facet of facets) {
    const requested = new Set(params.getAll(facetParameters[facet]))
    chosen[facet] = values[facet].filter((value) => requested.has(value)).slice(0, left)
    left -= chosen[facet].length
  }
  return chosen
}

/** Every value of each facet, in the order of an address. */
export function valuesOf({ brands, cities }: KnownFacets): ChosenFacets {
  return { ...facetValues, brand: brands.map(({ id }) => id), city: cities }
}

/** The most values that no item may have. */
const MAX_UNWANTED = 20

function readUnwanted(params: URLSearchParams, known: KnownFacets): readonly Unwanted[] {
  const values = valuesOf(known)
  const requested = new Set(params.getAll('not'))
  return facets
    .flatMap((facet) => values[facet].map((value) => ({ facet, value })))
    .filter((unwanted) => requested.has(unwantedText(unwanted)))
    .slice(0, MAX_UNWANTED)
}

/** Of two limits that leave nothing, only the upper one is taken. */
function readPrices(params: URLSearchParams): Pick<SearchQuery, 'minPrice' | 'maxPrice'> {
  const [min, max] = ['min_price', 'max_price'].map((name) => {
    const text = params.get(name) ?? ''
    const price = /^\d{1,4}$/.test(text) ? Number(text) : 0
    return price > 0 && price <= MAX_CREDITS_PER_WEEK ? price : null
  })
  const areReversed = min != null && max != null && min > max
  return { minPrice: areReversed ? null : (min ?? null), maxPrice: max ?? null }
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

function readSort(text: string | null, q: string, { near, here }: SearchedPlace): SearchSort {
  const sort = searchSorts.find((name) => name === text) ?? 'newest'
  return canSortBy(sort, { q, near, here }) ? sort : 'newest'
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

/** Null for anything that `writeCursor` did not make. */
export function readCursor(text: string | null): SearchCursor | null {
  const [name, key = '', at = '', writtenId, skipped = '', total = ''] = decodeCursor(text, 6) ?? []
  const order = searchSorts.find((known) => known === name)
  const id = parseId(writtenId)
  if (!order || !id || !parseInstant(at)) return null
  if (!keys[order].test(key) || !/^\d{1,7}$/.test(skipped) || !/^\d{0,4}$/.test(total)) return null
  return {
    order,
    key,
    at,
    id,
    skipped: Number(skipped),
    total: total === '' ? null : Number(total),
  }
}

const keys = {
  newest: /^$/,
  price: /^\d{1,4}$/,
  relevance: /^\d{1,3}(\.\d{1,12})?(e-\d{1,2})?$/,
  distance: /^\d{1,5}$/,
} as const
