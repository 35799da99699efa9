import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'

export type CalendarLimits = {
  readonly rentals: number
  /** Blocked days and offers are read for this many of the newest items. */
  readonly items: number
  readonly blockedDays: number
}

/** The most that a closet's calendar contains. */
export const CALENDAR_LIMITS: CalendarLimits = {
  rentals: 2000,
  items: MAX_NEWEST,
  blockedDays: MAX_NEWEST,
}
