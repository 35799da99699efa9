/** How far back the overview looks. Its own file: screens say it, and must not load the queries. */
export const DAYS_LOOKED_BACK = 30
