import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

export {
  holidayDays,
  isOnHoliday,
  lockHolidays,
  nextHolidays,
  preventNewHolidays,
  type ShownHoliday,
} from './closet-holidays.ts'
export { areDaysTaken } from './days-taken.ts'
export { holdDates, releaseHeldDates, takeHeldDates } from './held-dates.ts'
export { type LiveRental, liveRentalQuery, ownRentalOn } from './live-rental.ts'
export {
  type DateRange,
  rentableOn,
  rentedDays,
  unlessOfferedTo,
} from './rentable-on.ts'

const BATCH_SIZE = 1_000

/**
 * Removes booked periods that ended before `today` and whose rentals are completed. Returns how
 * many; at most `BATCH_SIZE`, so callers repeat it until it returns fewer.
 */
export async function removePastPeriods(db: Db, today: CalendarDate): Promise<number> {
  const past = db
    .selectFrom('booked_periods as b')
    .innerJoin('rentals as r', 'r.id', 'b.rental_id')
    .select('b.rental_id')
    .where(sql<boolean>`upper(b.period) <= ${today}::date`)
    .where('r.status', '=', 'completed')
    .limit(BATCH_SIZE)
  const { numDeletedRows } = await db
    .deleteFrom('booked_periods')
    .where('rental_id', 'in', past)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
