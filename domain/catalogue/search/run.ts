import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

export type Bounds = {
  /** The number of expected hits from which the walk is quicker. */
  readonly walkFrom: number
  /** The most items that a walk reads. */
  readonly window: number
  /** The most items of the index that gathering reads. */
  readonly gathered: number
}

/** How a search is run: `today` is the shop's date. */
export type Run = { readonly today: CalendarDate; readonly bounds: Bounds }
