import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalStatus } from '#db/enums.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { DateRange } from './rentable-on.ts'

/** A rental that is not over. */
export type LiveRental = {
  readonly id: RentalId
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly status: RentalStatus
}

/**
 * The shopper's live rental that stands against these days: it has one of them, or its item takes one
 * rental at a time.
 */
export async function ownRentalOn(
  db: DbOrTx,
  shopperId: PersonId,
  itemId: ItemId,
  { start, end }: DateRange,
): Promise<LiveRental | undefined> {
  return await liveRentalQuery(db, shopperId, itemId)
    .where((where) =>
      where.or([
        where('exclusive', '=', true),
        where.and([where('start_date', '<=', end), where('end_date', '>=', start)]),
      ]),
    )
    .executeTakeFirst()
}

/** Query of the shopper's first live rental of the item: no row if they have none. */
export function liveRentalQuery(db: DbOrTx, shopperId: PersonId, itemId: ItemId) {
  return db
    .selectFrom('rentals')
    .select(['id', 'start_date as start', 'end_date as end', 'status'])
    .where('item_id', '=', itemId)
    .where('renter_id', '=', shopperId)
    .where('status', 'in', sql<'pending'>`(${liveStatuses})`)
    .orderBy('start_date')
    .limit(1)
}
