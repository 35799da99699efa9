/** The period of the overview. In a file of its own, so that screens do not import queries. */
export const FIGURE_DAYS = 30
