/** A session ends after this many days without use. */
export const SESSION_DAYS = 30
/** A session ends after this many days in any case. */
export const MAX_SESSION_DAYS = 90

/** How long a link that confirms an email address is valid. */
export const EMAIL_LINK_HOURS = 24

/** How long a link that sets a new password is valid. */
export const RESET_LINK_HOURS = 1

/** The most links per account to a new address, and the most for a new password. */
export const MAX_LINKS_AN_HOUR = 3

/** The most emails to an unconfirmed address, for all accounts together; as in the database. */
export const MAX_UNCONFIRMED_EMAILS_A_DAY = 10

/** How long a code of the second factor is shown. */
export const CODE_SECONDS = 30

/** How long no code is accepted after too many wrong ones; twice as long each further time. */
export const CODE_LOCK_MINUTES = 15
export const MAX_CODE_LOCK_MINUTES = 24 * 60

/** After this many wrong codes without a right one, whoever types them must not know the password. */
export const MAX_WRONG_CODES_OF_A_PASSWORD = 100
