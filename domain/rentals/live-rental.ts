import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalStatus } from '#db/enums.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

/** The first live rental of the item by this shopper; null when others have it, or nobody. */
export async function liveRentalOf(
  db: DbOrTx,
  shopper: Shopper,
  itemId: ItemId,
): Promise<{
  readonly id: RentalId
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly status: RentalStatus
} | null> {
  const row = await db
    .selectFrom('rentals')
    .select(['id', 'start_date as start', 'end_date as end', 'status'])
    .where('item_id', '=', itemId)
    .where('renter_id', '=', shopper.id)
    .where('status', 'in', sql<'pending'>`(${liveStatuses})`)
    .orderBy('start_date')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
