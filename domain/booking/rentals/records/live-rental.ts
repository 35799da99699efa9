import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalStatus } from '#db/enums.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** A rental that is not over. */
export type LiveRental = {
  readonly id: RentalId
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly status: RentalStatus
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
