import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'

/**
 * Until when an item is held for somebody else on any of these days, on the waitlist or while they
 * pay; null if it is not. An item with one rental at a time is held on every day; without `dates`,
 * only those count.
 */
export async function heldForOthersUntil(
  db: DbOrTx,
  itemId: ItemId,
  shopperId: PersonId | null,
  dates: DateRange | null = null,
): Promise<Date | null> {
  const until = sql<Date>`coalesce(b.held_until, w.offer_expires_at)`
  let periods = db
    .selectFrom('booked_periods as b')
    .innerJoin('clothing_items as i', 'i.id', 'b.item_id')
    .leftJoin('waitlist_entries as w', 'w.id', 'b.waitlist_entry_id')
    .select(until.as('until'))
    .where('b.item_id', '=', itemId)
    .where('b.rental_id', 'is', null)
    .where('b.proposed_by', 'is', null)
    .where(sql<boolean>`coalesce(b.held_for, w.shopper_id) is distinct from ${shopperId}::uuid`)
    .orderBy(until, 'desc')
    .limit(1)
  periods = dates
    ? periods.where(
        sql<boolean>`(not i.advance_booking or b.period && daterange(${dates.start}::date,
          ${dates.end}::date + i.turnaround_days, '[]'))`,
      )
    : periods.where('i.advance_booking', '=', false)
  const held = await periods.executeTakeFirst()
  return held?.until ?? null
}
