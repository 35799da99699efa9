/** The newest entries of each kind that a person's history has. */
export const MAX_HISTORY = 10
