/** The longest turnaround: days between two rentals of an item. */
export const MAX_TURNAROUND_DAYS = 14
