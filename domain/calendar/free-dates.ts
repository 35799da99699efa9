import { type RawBuilder, sql } from 'kysely'
import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'

/** The days after today for which an item that is late is not promised to anyone else. */
const LATE_ITEM_DAYS = 3

export type DateRange = { readonly start: CalendarDate; readonly end: CalendarDate }

/**
 * The condition that an item can be rented from `start` to `end`, both included, as far as its
 * calendar goes: the same as the database's `check_item_availability`, for statements over many
 * items. `item` is the alias of `clothing_items` in the statement.
 */
export function freeOn(
  item: string,
  { start, end }: DateRange,
  today: CalendarDate,
): RawBuilder<boolean> {
  const i = sql.id(item)
  return sql<boolean>`(${i}.available
    and not exists (select from booked_periods b where b.item_id = ${i}.id
      and b.period && daterange(${start}::date, ${end}::date + ${i}.turnaround_days, '[]'))
    and not exists (select from rental_availability a where a.item_id = ${i}.id
      and a.blocked_date between ${start}::date and ${end}::date)
    and not exists (select from rentals late where late.item_id = ${i}.id
      and late.status = 'delivered' and late.return_status <> 'returned'
      and late.end_date < ${today}::date
      and ${start}::date <= ${addDays(today, LATE_ITEM_DAYS)}::date + ${i}.turnaround_days))`
}

/**
 * The days, from `from` to `to`, on which an item cannot be rented because of its rentals: a rental
 * is possible exactly when none of its days is among them. Days on which the turnaround would run
 * into the next rental count too.
 */
export function rentedDays(
  item: string,
  { from, to, today }: Readonly<Record<'from' | 'to' | 'today', CalendarDate>>,
): RawBuilder<unknown> {
  const i = sql.id(item)
  return sql`select day::date::text
    from booked_periods b
    cross join generate_series(greatest(lower(b.period) - ${i}.turnaround_days, ${from}::date),
      least(upper(b.period) - 1, ${to}::date), interval '1 day') day
    where b.item_id = ${i}.id
    union
    select day::date::text
    from rentals late
    cross join generate_series(${from}::date,
      ${addDays(today, LATE_ITEM_DAYS)}::date + ${i}.turnaround_days, interval '1 day') day
    where late.item_id = ${i}.id and late.status = 'delivered'
      and late.return_status <> 'returned' and late.end_date < ${today}::date`
}
