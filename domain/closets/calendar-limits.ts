import { MAX_NEWEST } from '#domain/shared/show-counted.ts'

export type CalendarLimits = {
  readonly rentals: number
  /** Of so many items, the newest ones, blocked days and offers are read. */
  readonly items: number
  readonly blockedDays: number
}

/** What a closet's calendar has at most. */
export const CALENDAR_LIMITS: CalendarLimits = {
  rentals: 2000,
  items: MAX_NEWEST,
  blockedDays: MAX_NEWEST,
}
