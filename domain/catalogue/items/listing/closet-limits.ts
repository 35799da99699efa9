/** The most items of one closet, and the most of them without a photo; as in the database. */
export const MAX_CLOSET_ITEMS = 20_000
export const MAX_CLOSET_DRAFTS = 2_000
