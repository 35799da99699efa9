/** From the review of a returned item until what its rental earned can be sent: time to notice a mistake. */
export const HOLD_DAYS = 7
