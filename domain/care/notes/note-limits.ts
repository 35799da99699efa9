/** Of all admins about one person. */
export const MAX_NOTES = 100
export const MAX_PERSON_NOTE_CHARACTERS = 2000
