/** After the question whether it was delivered, a rental without an answer is cancelled. */
export const ANSWER_WITHIN_DAYS = 3

/** A returned item that nobody checks for so long is approved. */
export const APPROVE_AFTER_DAYS = 7

/** Due: to be back within so many days. */
export const DUE_WITHIN_DAYS = 3
