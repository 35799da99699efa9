/** How many items one transaction changes, so that renting one of them does not wait for long. */
export const MAX_CHANGED = 5000
