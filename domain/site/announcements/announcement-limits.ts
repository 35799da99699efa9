export const MAX_TITLE_CHARACTERS = 80
export const MAX_ANNOUNCEMENT_CHARACTERS = 500
export const MAX_LINK_LABEL_CHARACTERS = 40
export const MAX_LINK_CHARACTERS = 300

/** The first day is at most this many days ahead. */
export const MAX_DAYS_AHEAD = 90
/** Days on which an announcement is shown, with the first and the last one. */
export const MAX_DAYS_SHOWN = 90

/** Published and not over, at the same time. */
export const MAX_OPEN_ANNOUNCEMENTS = 20
/** By email, that begin on the same day; the database knows it too. */
export const MAX_EMAILED_A_DAY = 2
/** Emails of a later day are sent from this hour on, in the time zone of the shop. */
export const EMAIL_HOUR = 9
