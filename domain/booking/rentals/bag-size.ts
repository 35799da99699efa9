/** How many pieces are requested together at most; the database has the same limit for a payment. */
export const MAX_PIECES = 20
