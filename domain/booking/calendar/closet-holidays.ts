import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// Days on which a closet rents out nothing, as conditions on its items. They are read from the
// holidays themselves, so that adding or removing one does not change the items.

type Days = { readonly start: CalendarDate; readonly end: CalendarDate }

/** The condition that the closet is on holiday on some day from `start` to `end`, both included. */
export function isOnHoliday(owner: RawBuilder<unknown>, { start, end }: Days): RawBuilder<boolean> {
  return sql<boolean>`exists (select from closet_holidays h where h.owner_id = ${owner}
    and h.end_date >= ${start}::date and h.start_date <= ${end}::date)`
}

/** A current or future holiday as shoppers see it. */
export type ShownHoliday = Days & {
  /** What the closet says about it; '' for nothing. */
  readonly note: string
}

const MAX_SHOWN = 3

/** The next holidays of the closet, the current one included, as a JSON column. */
export function nextHolidays(
  owner: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<readonly ShownHoliday[]> {
  return sql<readonly ShownHoliday[]>`(select coalesce(json_agg(json_build_object(
      'start', h.start_date, 'end', h.end_date, 'note', h.note) order by h.end_date), '[]')
    from (select n.start_date, n.end_date, n.note from closet_holidays n where n.owner_id = ${owner}
      and n.end_date >= ${today}::date order by n.end_date limit ${sql.lit(MAX_SHOWN)}) h)`
}

/** The days from `start` to `end` on which the closet is on holiday, as a query. */
export function holidayDays(owner: RawBuilder<unknown>, { start, end }: Days): RawBuilder<unknown> {
  return sql`select day::date::text
    from closet_holidays h
    cross join generate_series(greatest(h.start_date, ${start}::date),
      least(h.end_date, ${end}::date), interval '1 day') day
    where h.owner_id = ${owner} and h.end_date >= ${start}::date and h.start_date <= ${end}::date`
}

/**
 * Part of making an offer of the waitlist, before the days are checked: until the transaction ends,
 * the closet of the item adds no holiday.
 */
export async function preventNewHolidays(tx: Tx, itemId: ItemId): Promise<void> {
  await sql`select from user_profiles
    where id = (select business_id from clothing_items where id = ${itemId}) for key share`.execute(
    tx,
  )
}

/**
 * Part of joining a waitlist, before the lock of the item: until the transaction ends, no holiday
 * on these days is removed, so that its removal finds the new entry.
 */
export async function lockHolidays(tx: Tx, itemId: ItemId, { start, end }: Days): Promise<void> {
  await sql`select from closet_holidays
    where owner_id = (select business_id from clothing_items where id = ${itemId})
      and end_date >= ${start}::date and start_date <= ${end}::date
    order by id for key share`.execute(tx)
}
