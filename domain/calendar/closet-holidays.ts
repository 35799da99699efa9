import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'

// Days on which a closet rents out nothing, as conditions on its items. They are read from the
// holidays themselves, so that adding or removing one does not change the items.

type Days = { readonly start: CalendarDate; readonly end: CalendarDate }

/** The condition that the closet is on holiday on some day from `start` to `end`, both included. */
export function isOnHoliday(owner: RawBuilder<unknown>, { start, end }: Days): RawBuilder<boolean> {
  return sql<boolean>`exists (select from closet_holidays h where h.owner_id = ${owner}
    and h.end_date >= ${start}::date and h.start_date <= ${end}::date)`
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
