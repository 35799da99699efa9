import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { holidayDays, rentedDays } from '#domain/booking/calendar/calendar.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate, eachDay } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY } from '#domain/shared/time/rental-days.ts'
import type { DatesOffer } from './quote-dates.ts'

/** The offer to its renter; null for a rental whose dates cannot change. */
export async function datesOffer(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  today: CalendarDate,
): Promise<DatesOffer | null> {
  const until = addDays(today, FARTHEST_DAY)
  const added = { rentalId, needsNotice: false, turnaround: sql<number>`r.turnaround_days` }
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .select(['r.status', 'r.return_status', 'r.cancellation', 'r.sent_back_at', 'r.start_date'])
    .select(['r.end_date', 'r.credits_per_day', 'r.total_credits', 'p.notice_days'])
    .select(
      sql<CalendarDate[]>`array(
        select a.blocked_date::text from rental_availability a
        where a.item_id = i.id and a.blocked_date between ${today} and ${until}
        union
        ${holidayDays(sql`p.id`, { start: today, end: until })}
        union
        ${rentedDays('i', { from: today, to: until, today, shopper: shopper.id, added })}
      )`.as('taken'),
    )
    .where('r.id', '=', rentalId)
    .where('r.renter_id', '=', shopper.id)
    .executeTakeFirst()
  if (!row || !mayMove('change-dates', 'renter', row, today)) return null
  const { start_date: start, end_date: end, notice_days: notice } = row
  // The closet has had its notice for the first day that it accepted.
  const early = notice > 0 ? eachDay(today, addDays(today, notice - 1)) : []
  const own = new Set(eachDay(start, end))
  const days = new Set([...row.taken, ...early.filter((day) => day < start)])
  return {
    ...{ start, end, creditsPerDay: row.credits_per_day, paid: row.total_credits },
    unavailable: [...days].filter((day) => !own.has(day)).toSorted(),
  }
}
