/** After so many days without use a session ends, */
export const SESSION_DAYS = 30
/** and after so many in any case: then one signs in anew. */
export const MAX_SESSION_DAYS = 90

/** How long a link that proves an email address works. */
export const EMAIL_LINK_HOURS = 24

/** How long a link that sets a new password works. */
export const RESET_LINK_HOURS = 1

/** How many links to a new address, and how many for a new password, are mailed for an account. */
export const MAX_LINKS_AN_HOUR = 3

/** How many emails go to an address that nobody has confirmed, whoever asks for them; as in the database. */
export const MAX_UNCONFIRMED_EMAILS_A_DAY = 10

/** A code of the second factor changes after so many seconds. */
export const CODE_SECONDS = 30

/** How long no code counts after too many wrong ones. */
export const CODE_LOCK_MINUTES = 15
