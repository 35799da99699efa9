/** More than any closet earns in a month; a larger correction is a typing error. */
export const MAX_CORRECTION_CENTS = 1_000_000

/** Characters; the database checks the same. */
export const MAX_NOTE = 2000
