// The periods and bounds of a closet's figures. In a file of its own, so that screens do not import queries.

/** The period over which the use of items is measured. */
export const USE_DAYS = 90
/** An item that was not out for more days than this is idle. */
export const IDLE_DAYS = 60
/** How many items the chart and the list of idle items show. */
export const MAX_IDLE_SHOWN = 12
/** The newest items of a closet whose use is measured. */
export const MAX_MEASURED = 2000
/** The newest rentals or earnings of a closet that a page adds up, as far as they are whole months. */
export const MAX_ADDED_UP = 50_000
