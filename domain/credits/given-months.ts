/** Credits granted by an admin expire after this many months. */
export const MONTHS_GIVEN = 3
