/** The longest appeal, and the longest answer. */
export const MAX_APPEAL_CHARACTERS = 4000

/** The longest reasons of a decision. */
export const MAX_REASONS_CHARACTERS = 2000

/** Photos that may go with an appeal, and with its answer. */
export const MAX_APPEAL_PHOTOS = 6
