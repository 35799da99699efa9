import { bodyRanges } from '#domain/accounts/sizes/lengths.ts'

/** How long each side can rate a completed rental. A rating is published by then at the latest. */
export const RATING_DAYS = 14

/** How long after its publication a rating can get its one reply. */
const REPLY_DAYS = 30

/** When both sides are reminded, once: days after the completion. */
const REMIND_AFTER_DAYS = 3

/** The longest text of a rating, and the longest reply, in characters. */
export const MAX_RATING_CHARACTERS = 2000

/** The longest reason for hiding a rating, in characters. */
export const MAX_HIDE_REASON_CHARACTERS = 1000

/** Photos of the item as it was worn. */
export const MAX_RATING_PHOTOS = 4

export const MAX_STARS = 5

/** Heights that a rating can show, in centimetres. */
export const HEIGHT_CM = bodyRanges.height

/** How much "people like me" may differ from the viewer: in sizes, and in centimetres of height. */
export const SIMILAR_WITHIN = { sizes: 1, heightCm: 4 } as const

const DAY_MS = 86_400_000

/** Until when a rental completed at `completedAt` can be rated. */
export function ratingEnd(completedAt: Date): Date {
  return new Date(completedAt.getTime() + RATING_DAYS * DAY_MS)
}

/** Until when a rating published at `publishedAt` can get its reply. */
export function replyEnd(publishedAt: Date): Date {
  return new Date(publishedAt.getTime() + REPLY_DAYS * DAY_MS)
}

/** Rentals completed by then are due for the reminder. */
export function remindCompletedBefore(now: Date): Date {
  return new Date(now.getTime() - REMIND_AFTER_DAYS * DAY_MS)
}
