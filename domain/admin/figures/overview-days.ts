/** The period of the overview, in a separate file so that screens do not import queries. */
export const FIGURE_DAYS = 30
