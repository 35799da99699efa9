/** How many people one person can block: more than anybody meets, and a bound on the list. */
export const MAX_BLOCKED_PEOPLE = 500
