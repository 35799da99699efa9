/** How far back the overview looks. Its own file: screens say it, and must not load the queries. */
export const FIGURE_DAYS = 30
