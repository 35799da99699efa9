import type { ListedItem } from '#domain/items/items.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import type { Facet } from './facets.ts'

/**
 * Half of what other lists count to: each hit beyond costs a search of a large catalogue more than
 * it tells.
 */
export const MAX_COUNTED_HITS = 500

/** A page of results, with what the screen around it shows. */
export type SearchPage = {
  readonly items: readonly ListedItem[]
  /**
   * All results, counted up to `MAX_COUNTED_HITS`: one more means "more than that". Null when so many
   * items have these words and facets that how many of them are free was not counted.
   */
  readonly total: number | null
  /** How many results the pages before have shown. */
  readonly skipped: number
  /** Only with the first page, and not when there are more than `MAX_COUNTED_HITS` results. */
  readonly facets: FacetCounts | null
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Only when nothing is found; otherwise null. */
  readonly suggestions: Suggestions | null
  /** Items whose titles are spelled almost like the words, when no item has the words. */
  readonly closeMatches: readonly ListedItem[]
}

/**
 * For each value of a facet, the results if it were the only one chosen of its facet, everything
 * else unchanged; values without a result are absent. A facet is null when more than
 * `MAX_COUNTED_HITS` items would have to be counted.
 */
export type FacetCounts = {
  readonly [Name in Facet | 'maxPrice']: Readonly<Record<string, number>> | null
}

/** A part of a search that can be removed. */
export type Filter = Facet | 'q' | 'maxPrice' | 'fit' | 'dates'

export type Suggestions = {
  /** The filter without which most is found, if something is. */
  readonly without: { readonly filter: Filter; readonly total: number } | null
  /** The same number of days, up to 3 days earlier or later, nearest first. Only with results. */
  readonly dates: readonly {
    readonly start: CalendarDate
    readonly end: CalendarDate
    /** Negative for earlier. */
    readonly days: number
    /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". */
    readonly total: number
  }[]
}
