// The periods of a closet's figures. In a file of its own, so that screens do not import queries.

/** The period over which the use of items is measured. */
export const USE_DAYS = 90
/** An item that was not out for more days than this is idle. */
export const IDLE_DAYS = 60
/** How many items the chart and the list of idle items show. */
export const MAX_IDLE_SHOWN = 12
