/** Above what any closet earns in a month; a larger correction is a slip of the keyboard. */
export const MAX_CORRECTION_CENTS = 1_000_000

/** Characters; the database checks the same. */
export const MAX_NOTE = 2000
