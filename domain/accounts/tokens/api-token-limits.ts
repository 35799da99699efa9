/** The most tokens that one person can have at once. */
export const MAX_API_TOKENS = 10

/** The lifetimes that the owner of a token can choose from, in days. */
export const API_TOKEN_DAYS = [30, 90, 365] as const

/** In characters; the database checks the same. */
export const MAX_TOKEN_NAME = 60

/** Ended tokens stay in the list for this many days. */
export const ENDED_TOKEN_DAYS = 30
