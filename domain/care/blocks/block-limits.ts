/** How many people one person can block. It bounds the list, and nobody should need more. */
export const MAX_BLOCKED_PEOPLE = 500
