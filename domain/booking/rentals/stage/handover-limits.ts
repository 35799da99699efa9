/** The longest note of a handover or review, in characters. */
export const MAX_NOTE_CHARACTERS = 2000

/** The longest tracking number. */
export const MAX_TRACKING_CHARACTERS = 100
