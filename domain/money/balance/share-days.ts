/** The share that is explained is of what moved in so many days. */
export const SHARE_DAYS = 30
