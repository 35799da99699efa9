import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { findReplacements } from '#domain/booking/rentals/records/replacements.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** The items that this renter can take in place of the rental; none if they were not let down. */
export async function choicesFor(
  db: Db,
  renter: Shopper,
  rentalId: RentalId,
  now: Date,
  today: CalendarDate,
) {
  const found = await findReplacements(db, renter, rentalId, now, today)
  return found?.choices ?? []
}
