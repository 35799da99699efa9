/** Credits that an admin gives expire after so many months. */
export const MONTHS_GIVEN = 3
