/** The days of unmet searches shown to closets; a separate file, so screens import no queries. */
export const UNMET_DAYS = 90
