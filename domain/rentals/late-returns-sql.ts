import { type RawBuilder, sql } from 'kysely'
import { DECISION_HOUR } from './deadline-days.ts'

/** SQL: the rental with this alias was delivered and not yet recorded as returned. */
export function isOut(alias: string): RawBuilder<boolean> {
  const r = sql.id(alias)
  return sql<boolean>`(${r}.status = 'delivered' and ${r}.return_status <> 'returned')`
}

/**
 * SQL: the decision time, when a rental at risk is cancelled unless the item is back: 18:00 on the
 * day before it starts, or the next 18:00 if it was put at risk later than that.
 */
export function decisionTime(alias: string, timeZone: string): RawBuilder<Date> {
  const r = sql.id(alias)
  const firstEvening = sql`((${r}.at_risk_since at time zone ${timeZone})
    + make_interval(hours => ${sql.lit(24 - DECISION_HOUR)}))::date`
  return sql<Date>`((greatest(${r}.start_date - 1, ${firstEvening})
    + make_interval(hours => ${sql.lit(DECISION_HOUR)})) at time zone ${timeZone})`
}
