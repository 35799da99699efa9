import type { ListedItem } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Counted } from './facets.ts'
import type { SearchCursor } from './search-query.ts'

/**
 * A tenth of what other lists count to: most of the time of a search with dates would be spent on
 * counting more.
 */
export const MAX_COUNTED_HITS = 100

/** A page of results, with the data for the screen around it. */
export type SearchPage = {
  readonly items: readonly ListedItem[]
  /**
   * All results, counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when too
   * many items have these words and facets to count the free ones.
   */
  readonly total: number | null
  /** How many results were on the pages before. */
  readonly skipped: number
  /** Only with the first page, and not when there are more than `MAX_COUNTED_HITS` results. */
  readonly facets: FacetCounts | null
  /** The place of the next page; null on the last one. */
  readonly next: SearchCursor | null
  /** Null unless nothing was found. */
  readonly suggestions: Suggestions | null
  /** Items whose titles are spelled almost like the words, when no item has the words. */
  readonly closeMatches: readonly ListedItem[]
}

/**
 * For each value of a facet, the number of results if it were the only value chosen for its facet,
 * with everything else unchanged; values without results are absent. A facet is null when more than
 * `MAX_COUNTED_HITS` items would have to be counted.
 */
export type FacetCounts = {
  readonly [Name in Counted]: Readonly<Record<string, number>> | null
}

/** A part of a search that can be removed. */
export type Filter = Counted | 'q' | 'fit' | 'near' | 'reach' | 'dates' | 'not' | 'minPrice'

export type Suggestions = {
  /** The filter whose removal gives the most results, if any. */
  readonly without: { readonly filter: Filter; readonly total: number } | null
  /** Whether the dates are to blame: without them, something is found. */
  readonly isOnOtherDates: boolean
  /** The same number of days, up to 3 days earlier or later, nearest first; only if free. */
  readonly dates: readonly {
    readonly start: CalendarDate
    readonly end: CalendarDate
    /** Negative for earlier. */
    readonly days: number
    /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". */
    readonly total: number
  }[]
}
