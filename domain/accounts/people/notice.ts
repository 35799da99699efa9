/** The most days of notice that a closet may ask for; the database says the same. */
export const MAX_NOTICE_DAYS = 14
