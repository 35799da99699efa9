/** The longest legal text, in characters. */
export const MAX_LEGAL_CHARACTERS = 50_000

/** The longest summary of what a new version changes, in characters. */
export const MAX_SUMMARY_CHARACTERS = 500

/** How many days ahead a new version can begin to apply. */
export const MAX_NOTICE_DAYS = 365
