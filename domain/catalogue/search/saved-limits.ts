/** The most searches that a shopper saves. */
export const MAX_SAVED_SEARCHES = 10
/** The longest address of a saved search, without its path. */
export const MAX_SAVED_QUERY = 4000
/** The most characters of the same in words. */
export const MAX_SAVED_NAME = 200
