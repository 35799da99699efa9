/** The longest note of a handover or review, in characters. */
export const MAX_NOTE_CHARACTERS = 2000

/** The longest note on when and where a handover is; the database has the same. */
export const MAX_ARRANGEMENT_CHARACTERS = 200

/** The longest tracking number. */
export const MAX_TRACKING_CHARACTERS = 100
