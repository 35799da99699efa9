/** Months from `since` to `until` ('YYYY-MM'), both included, in a time zone (an IANA name). */
export type EarningMonths = {
  readonly since: string
  readonly until: string
  readonly timeZone: string
}

/** All months of a year. */
export function monthsOfYear(year: number, timeZone: string): EarningMonths {
  return { since: `${year}-01`, until: `${year}-12`, timeZone }
}
