import { type RawBuilder, sql } from 'kysely'

/** SQL: the month ('2026-12') after that of an instant: the first with later records only. */
export function monthAfter(at: RawBuilder<unknown>, timeZone: string) {
  return sql<string>`to_char(date_trunc('month', ${at} at time zone ${timeZone})
    + interval '1 month', 'YYYY-MM')`
}
