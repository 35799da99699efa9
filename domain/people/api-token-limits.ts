/** How many tokens one person can have at once. */
export const MAX_API_TOKENS = 10

/** How long a token can be used, in days; its owner chooses. */
export const API_TOKEN_DAYS = [30, 90, 365] as const

/** The database says the same. */
export const MAX_TOKEN_NAME = 60

/** Tokens that ended stay in the list for so many days. */
export const ENDED_TOKEN_DAYS = 30
