/** The latest entries of each kind in the history of somebody's deposits. */
export const MAX_DEPOSIT_ENTRIES = 20
