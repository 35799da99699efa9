/** Credits granted by an admin expire after this many months. */
export const MONTHS_GIVEN = 3

/** The most that all admins together can grant in `GRANT_DAYS`: closets are paid for them in full. */
export const MAX_CREDITS_GRANTED = 5_000
export const GRANT_DAYS = 30
