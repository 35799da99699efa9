/** The most photos of an item besides the first one; the database has the same limit. */
export const MAX_MORE_PHOTOS = 7
