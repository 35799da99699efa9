/** After the first photo of an item, which every item has; the database has the same limit. */
export const MAX_MORE_PHOTOS = 7
