import type { Db } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { rentalsForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isOwn, type PanelRental, panelRows, shapePanelRow } from './rental-panel.ts'

const MAX_SHOWN = 50

/** The live rentals of an item, earliest first, at most `MAX_SHOWN`; a closet sees only its own. */
export async function upcomingRentals(
  db: Db,
  who: ClosetOwner | Admin,
  itemId: ItemId,
  today: CalendarDate,
): Promise<PanelRental[]> {
  const rows = await panelRows(db)
    .where('r.item_id', '=', itemId)
    .where('r.status', 'in', liveRentalStatuses)
    .where(isOwn(who))
    .orderBy('r.start_date')
    .limit(MAX_SHOWN)
    .execute()
  const forOthers = await rentalsForOthers(db, who, rows)
  return rows.map((row) => shapePanelRow(row, who, today, forOthers))
}
