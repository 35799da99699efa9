export const MAX_MESSAGE_CHARACTERS = 2000
export const MAX_MESSAGE_PHOTOS = 4

/** The most saved messages of a closet, and their length; the database has the same. */
export const MAX_SAVED_MESSAGES = 20
export const MAX_SAVED_CHARACTERS = 1000

/** How long a message can be withdrawn. */
export const WITHDRAW_MINUTES = 10

/** An unread message is mailed after this time. */
export const MAIL_AFTER_MINUTES = 5

/** Each side of a conversation gets at most one email in this time. */
export const MAIL_EVERY_MINUTES = 60

/** A conversation is removed after this time without a message. */
export const RETENTION_MONTHS = 24

/** The last instant at which a message can be withdrawn. */
export function withdrawableUntil(writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + WITHDRAW_MINUTES * 60_000)
}

/** The longest reason for the removal of a message, in characters. */
export const MAX_REMOVAL_REASON_CHARACTERS = 1000

/** The days in which one account can send a limited number of messages; the database has the number. */
export const MESSAGE_DAYS = 30

/** How long after a rental has ended its closet can still open a conversation with the renter. */
export const WRITES_FIRST_DAYS = 30
