// Periods and limits of a closet's figures, in their own file so that screens import no queries.

/** The period over which the use of items is measured. */
export const USE_DAYS = 90
/** An item that was not out for more days than this is idle. */
export const IDLE_DAYS = 60
/** How many items the chart and the list of idle items show. */
export const MAX_SHOWN_IN_CHARTS = 12
/** How many of a closet's newest items are measured. */
export const MAX_MEASURED = 2000
/** How many of the newest rentals or earnings of a closet a page adds up, in complete months. */
export const MAX_SUMMED = 50_000
