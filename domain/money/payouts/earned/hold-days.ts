/** Days from the review of a returned item until its earning is payable, to notice mistakes. */
export const HOLD_DAYS = 7
