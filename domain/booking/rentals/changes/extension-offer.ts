import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { unlessOfferedTo } from '#domain/booking/calendar/calendar.ts'
import { isNotReturnRequested } from '#domain/booking/rentals/records/give-credits-back.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { heldForOthersUntil } from '#domain/booking/waitlist/waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import { type Extended, type NewEndProblem, readNewEnd } from './extend-rental.ts'

/** How much longer a rental can be kept, and for what price. */
export type ExtensionOffer = {
  readonly start: CalendarDate
  readonly lastDay: CalendarDate
  /** The latest possible last day; the current one when the rental cannot be extended. */
  readonly latest: CalendarDate
  /** The last day of the weeks already paid; at most `latest`. */
  readonly paidUntil: CalendarDate
  readonly creditsPerDay: number
  /** Credits that it has cost so far. */
  readonly paid: number
}

/** The offer to its renter; null for a rental that cannot be extended. */
export async function extensionOffer(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  today: CalendarDate,
): Promise<ExtensionOffer | null> {
  const rental = await db
    .selectFrom('rentals as r')
    .select(['r.status', 'r.return_status', 'r.cancellation', 'r.sent_back_at'])
    .select(['r.start_date', 'r.end_date', 'r.credits_per_day', 'r.total_days'])
    .select(['r.total_credits', 'r.turnaround_days'])
    .select(({ selectFrom }) =>
      selectFrom('rental_availability as a')
        .select((all) => all.fn.min('a.blocked_date').as('day'))
        .whereRef('a.item_id', '=', 'r.item_id')
        .whereRef('a.blocked_date', '>', 'r.end_date')
        .as('blocked_from'),
    )
    .select(
      sql<CalendarDate | null>`(select min(greatest(h.start_date, r.end_date + 1))
        from closet_holidays h
        where h.owner_id = r.owner_id and h.end_date > r.end_date)`.as('closed_from'),
    )
    .select(
      sql<CalendarDate | null>`(select min(lower(b.period)) from booked_periods b
        where b.item_id = r.item_id and lower(b.period) > r.end_date
          ${unlessOfferedTo(shopper.id)})`.as('booked_from'),
    )
    .where('r.id', '=', rentalId)
    .where('r.renter_id', '=', shopper.id)
    .where(isNotReturnRequested)
    .executeTakeFirst()
  if (!rental || !mayMove('extend', 'renter', rental, today)) return null
  const { start_date: start, end_date: lastDay } = rental
  const { blocked_from: blocked, closed_from: closed, booked_from: booked } = rental
  const limits = [
    addDays(start, MAX_RENTAL_DAYS - 1),
    ...(blocked ? [addDays(blocked, -1)] : []),
    ...(closed ? [addDays(closed, -1)] : []),
    ...(booked ? [addDays(booked, -1 - rental.turnaround_days)] : []),
  ]
  const latest = limits.reduce((one, other) => (one < other ? one : other))
  const { weeks } = quote(rental.credits_per_day, rental.total_days)
  const weeksEnd = addDays(start, weeks * DAYS_A_WEEK - 1)
  return {
    start,
    lastDay,
    latest,
    paidUntil: weeksEnd < latest ? weeksEnd : latest,
    creditsPerDay: rental.credits_per_day,
    paid: rental.total_credits,
  }
}

/** What keeping it until `end` would cost, or why that is not possible. */
export function quoteExtension(
  offer: ExtensionOffer,
  end: unknown,
): Outcome<Extended, NewEndProblem | { readonly reason: 'dates-taken' }> {
  const { start, lastDay, latest, creditsPerDay, paid } = offer
  const extended = readNewEnd({ start, lastDay, creditsPerDay }, end)
  if ('reason' in extended) return refused(extended)
  if (extended.end === lastDay) return refused({ reason: 'end-invalid', lastDay })
  if (extended.end > latest) return refused({ reason: 'dates-taken' })
  return done({ end: extended.end, credits: extended.totalCredits - paid })
}

/**
 * Until when the days up to `end` are held for somebody else; null when they are not.
 * Used by the message about unavailable days.
 */
export async function heldAfterRental(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  end: unknown,
): Promise<Date | null> {
  const until = parseCalendarDate(end)
  const rental = await db
    .selectFrom('rentals')
    .select(['item_id', 'end_date'])
    .where('id', '=', rentalId)
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  if (!until || !rental || until <= rental.end_date) return null
  const dates = { start: addDays(rental.end_date, 1), end: until }
  return await heldForOthersUntil(db, rental.item_id, shopper.id, dates)
}
