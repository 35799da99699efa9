/** A closet can answer a request for this long, and for the second at least. */
export const ANSWER_HOURS = 24
export const MIN_ANSWER_HOURS = 2

/** The hour, in shop time, of the day before a rental at which the time to answer ends. */
export const ANSWER_HOUR = 18

/** Both sides have this long to confirm a delivery; otherwise the rental is cancelled. */
export const ANSWER_WITHIN_DAYS = 3

/** A returned item that is not reviewed for this long is approved. */
export const APPROVE_AFTER_DAYS = 7

/** An item that is not back is late this many days after the last day: 1 is the day after. */
export const LATE_AFTER_DAYS = 1

/** An item that is not back this many days after the last day can be given up as lost. */
export const LOST_AFTER_DAYS = 7

/** A rental is due soon when its last day is within this many days. */
export const DUE_WITHIN_DAYS = 3

/** An item counts as missing this many days after it was sent back. */
export const MISSING_AFTER_DAYS = 5

/**
 * A delivery or return that its closet has not recorded this many days after its day needs an
 * admin.
 */
export const UNRECORDED_AFTER_DAYS = 3

/** A rental behind a late one is at risk this many days, plus the turnaround, before its start. */
export const RISK_DAYS = 3

/** The hour, in shop time, at which a rental at risk is cancelled unless the item is back. */
export const DECISION_HOUR = 18

/** Goodwill credits for a rental cancelled because the one before was late, and their lifetime. */
export const LATE_GOODWILL = 7
export const GOODWILL_MONTHS = 3

/** A renter gets these credits at most this many times within this many days. */
export const MAX_LATE_GOODWILLS = 3
export const LATE_GOODWILL_DAYS = 30
