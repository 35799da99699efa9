/** Cents per credit; the database checks the same. */
export const MAX_RATE_CENTS = 100

/** How long closets know a new rate before it applies. */
export const RATE_NOTICE_DAYS = 30
