/** The longest rental, its first and last day included. */
export const MAX_RENTAL_DAYS = 84

/** A rental starts at most this many days from today. */
export const MAX_DAYS_AHEAD = 365

/** No rental includes a later day, so no later day needs blocking. */
export const FARTHEST_DAY = MAX_DAYS_AHEAD + MAX_RENTAL_DAYS
