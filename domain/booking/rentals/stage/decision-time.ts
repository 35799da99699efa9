import { type RawBuilder, sql } from 'kysely'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { instantIn } from '#domain/shared/time/local-time.ts'
import { DECISION_HOUR } from './deadline-days.ts'

const evening = (timeZone: string, day: CalendarDate) => instantIn(timeZone, day, DECISION_HOUR)

/**
 * When a rental at risk is cancelled unless the item is back: 18:00 on the day before it starts, or
 * the next 18:00 if it was put at risk later than that.
 */
export function decisionTime(
  { start, atRiskSince }: { readonly start: CalendarDate; readonly atRiskSince: Date | null },
  timeZone: string,
): Date {
  const before = addDays(start, -1)
  if (!atRiskSince) return evening(timeZone, before)
  const day = calendarDateIn(timeZone, atRiskSince)
  const first = atRiskSince < evening(timeZone, day) ? day : addDays(day, 1)
  return evening(timeZone, first > before ? first : before)
}

/** SQL: the decision time of the rental with this alias has come. */
export function isDecisionDue(alias: string, now: Date, timeZone: string): RawBuilder<boolean> {
  const today = calendarDateIn(timeZone, now)
  const last = evening(timeZone, today) <= now ? today : addDays(today, -1)
  const r = sql.id(alias)
  return sql<boolean>`(${r}.start_date <= ${addDays(last, 1)}::date
    and coalesce(${r}.at_risk_since < ${evening(timeZone, last)}, true))`
}
