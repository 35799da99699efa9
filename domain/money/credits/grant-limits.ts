/** Credits granted by an admin expire after this many months. */
export const MONTHS_GRANTED = 3

/** The most credits of one grant. */
export const MAX_CREDITS_A_GRANT = 500

/** The most that all admins together can grant in `GRANT_DAYS`; closets are paid for it in full. */
export const MAX_CREDITS_GRANTED = 5_000
export const GRANT_DAYS = 30
