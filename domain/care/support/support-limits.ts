/** The longest message of a support request and of its answers, in characters. */
export const MAX_SUPPORT_CHARACTERS = 2000
export const MAX_SUPPORT_PHOTOS = 3

/** The most messages of one support request. */
export const MAX_SUPPORT_MESSAGES = 100

/** How many support requests of one person can be open or answered. */
export const MAX_OPEN_REQUESTS = 5

/** Within how many hours an admin answers, and when the request is urgent. */
export const SUPPORT_HOURS = 24
export const URGENT_HOURS = 4

/** A request about a rental that is out or starts within these days is urgent. */
export const URGENT_DAYS = 2

/** How long a closed request can be reopened by a reply, and when an answered one is closed. */
export const REOPEN_DAYS = 14

/** A request is removed after this time without a message. */
export const SUPPORT_RETENTION_MONTHS = 24

export const MAX_SAVED_ANSWERS = 50
export const MAX_SAVED_TITLE_CHARACTERS = 80

/** Until when an admin answers what was written at `now`. */
export function answerDue(now: Date, isUrgent: boolean): Date {
  return new Date(now.getTime() + (isUrgent ? URGENT_HOURS : SUPPORT_HOURS) * 3_600_000)
}

/** Until when a reply reopens a request that was closed at `closedAt`. */
export function reopenableUntil(closedAt: Date): Date {
  return new Date(closedAt.getTime() + REOPEN_DAYS * 86_400_000)
}
