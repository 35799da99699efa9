/** From the end of a rental until what it earned can be sent: time to notice a mistake. */
export const HOLD_DAYS = 7
