import type { CalendarDate } from '#domain/shared/calendar-date.ts'

export type Bounds = {
  /** The expected hits from which the walk is quicker. */
  readonly walkFrom: number
  /** How many items a walk looks at. */
  readonly window: number
  /** How many items of the index are looked at. */
  readonly gathered: number
}

/** How a search is run: `today` is the shop's date. */
export type Run = { readonly today: CalendarDate; readonly bounds: Bounds }
