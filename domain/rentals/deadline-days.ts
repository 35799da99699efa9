/** A rental whose delivery nobody confirms this long after the question is cancelled. */
export const ANSWER_WITHIN_DAYS = 3

/** A returned item that is not reviewed for this long is approved. */
export const APPROVE_AFTER_DAYS = 7

/** An item that is not back is late from this many days after the last day: 1 is the day after. */
export const LATE_AFTER_DAYS = 1

/** Due soon: to be returned within this many days. */
export const DUE_WITHIN_DAYS = 3

/** How many days after it was sent back an item counts as missing. */
export const MISSING_AFTER_DAYS = 5

/** From how many days before its start (and the turnaround) the next rental of a late item is at risk. */
export const RISK_DAYS = 3

/** The hour, where the shop is, at which a rental at risk is cancelled unless the item is back. */
export const DECISION_HOUR = 18

/** Credits for a rental that was cancelled because the one before was late, and how long they last. */
export const LATE_GOODWILL = 7
export const GOODWILL_MONTHS = 3

/** How many times a renter gets these credits within so many days. */
export const MAX_LATE_GOODWILLS = 3
export const LATE_GOODWILL_DAYS = 30
