import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { LATE_AFTER_DAYS, LOST_AFTER_DAYS, MISSING_AFTER_DAYS } from './deadline-days.ts'

/** The days on which time alone changes a stage: this many days after the first or the last day. */
export const stageDays = {
  firstDay: { after: 'start_date', days: 0 },
  dayAfterEnd: { after: 'end_date', days: 1 },
  lateDay: { after: 'end_date', days: LATE_AFTER_DAYS },
  lostDay: { after: 'end_date', days: LOST_AFTER_DAYS },
} as const

export type StageDay = keyof typeof stageDays

export type DayRule = readonly ['before' | 'from', StageDay]

/** Whether the rule holds on this day. `isReached` in `stage-sql.ts` states the same in SQL. */
export function isOnDay(
  [when, day]: DayRule,
  rental: Readonly<Record<'start_date' | 'end_date', CalendarDate>>,
  today: CalendarDate,
): boolean {
  const { after, days } = stageDays[day]
  return rental[after] <= addDays(today, -days) === (when === 'from')
}

/** The first day on which an item that is not back is late. */
export function lateFrom(lastDay: CalendarDate): CalendarDate {
  return addDays(lastDay, LATE_AFTER_DAYS)
}

/** The first day on which an item that is not back can be given up. */
export function lostFrom(lastDay: CalendarDate): CalendarDate {
  return addDays(lastDay, LOST_AFTER_DAYS)
}

/**
 * Whether an item that was sent back may still arrive: until `MISSING_AFTER_DAYS` days later are over
 * in UTC, because the table of moves does not know the time zone of the shop.
 */
export function mayArrive(sentBackAt: Date | null, today: CalendarDate): boolean {
  return (
    sentBackAt !== null && today <= addDays(calendarDateIn('UTC', sentBackAt), MISSING_AFTER_DAYS)
  )
}
