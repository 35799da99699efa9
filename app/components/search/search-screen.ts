import type { CardItem } from '#app/components/items/card-item.ts'
import type { PlannedBoard } from '#domain/booking/boards/boards.ts'
import type { Wearer } from '#domain/catalogue/fit/wearer.ts'
import type { Sentence } from '#domain/catalogue/search/read-sentence.ts'
import type { SearchQuery } from '#domain/catalogue/search/search-query.ts'
import type { Filter, SearchPage } from '#domain/catalogue/search/search-results.ts'
import type { SearchProblem } from '#domain/catalogue/search/understand.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { ShownFacet, ShownInstant } from './shown-filters.ts'

/** All data of the search screen. */
export type SearchScreen = {
  readonly query: SearchQuery
  readonly problem: SearchProblem | null
  /** The dates as entered; '' where there are none. */
  readonly entered: { readonly start: string; readonly end: string }
  /** What was corrected or left out of the sentence that was typed. */
  readonly notes: Pick<Sentence, 'corrected' | 'dropped' | 'elsewhere'> & { readonly typed: string }
  readonly today: CalendarDate
  /** The person who searches; null if nothing is known by which items should fit. */
  readonly wearer: Wearer | null
  /** The board that the viewer has for the dates. */
  readonly board: PlannedBoard | null
  readonly facets: readonly ShownFacet[]
  /** The price limits to choose from, in credits a week. */
  readonly prices: readonly number[]
  readonly instant: ShownInstant
  readonly found: Pick<SearchPage, 'total' | 'skipped' | 'next' | 'suggestions'> & {
    readonly items: readonly CardItem[]
    readonly closeMatches: readonly CardItem[]
    /** For a search without hits: the nearest one that has some. */
    readonly wider: {
      readonly leftOut: readonly Filter[]
      readonly total: number | null
      readonly to: string
      readonly items: readonly CardItem[]
    } | null
  }
}
