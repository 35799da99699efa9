import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'

/**
 * Until when an item is held for somebody else on the waitlist on any of these days; null if it is
 * not. An item with one rental at a time is held on every day; without `dates`, only those count.
 */
export async function heldForOthersUntil(
  db: DbOrTx,
  itemId: ItemId,
  shopperId: PersonId | null,
  dates: DateRange | null = null,
): Promise<Date | null> {
  let offers = db
    .selectFrom('waitlist_entries as w')
    .innerJoin('booked_periods as b', 'b.waitlist_entry_id', 'w.id')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .select('w.offer_expires_at')
    .where('w.item_id', '=', itemId)
    .where('w.status', '=', sql.lit('offered' as const))
    .where(sql<boolean>`w.shopper_id is distinct from ${shopperId}::uuid`)
    .orderBy('w.offer_expires_at', 'desc')
    .limit(1)
  offers = dates
    ? offers.where(
        sql<boolean>`(not i.advance_booking or b.period && daterange(${dates.start}::date,
          ${dates.end}::date + i.turnaround_days, '[]'))`,
      )
    : offers.where('i.advance_booking', '=', false)
  const held = await offers.executeTakeFirst()
  return held?.offer_expires_at ?? null
}
