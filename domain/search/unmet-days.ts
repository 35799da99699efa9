/** The days of unmet searches that a closet sees. In a file of its own, so that screens do not import queries. */
export const UNMET_DAYS = 90
