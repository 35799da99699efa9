/** A rental whose delivery nobody confirms this long after the question is cancelled. */
export const ANSWER_WITHIN_DAYS = 3

/** A returned item that is not reviewed for this long is approved. */
export const APPROVE_AFTER_DAYS = 7

/** Due soon: to be returned within this many days. */
export const DUE_WITHIN_DAYS = 3

/** How many days after it was sent back an item counts as missing. */
export const MISSING_AFTER_DAYS = 5
