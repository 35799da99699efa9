import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { HolidayId, RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { type CalendarDate, totalDaysOf } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_COUNTED } from '#domain/shared/show-counted.ts'
import { queueDueOffers } from '#domain/waitlist/waitlist.ts'
import { type RangeProblem, rangeProblem } from './date-range.ts'

// Days on which a closet rents out nothing. A holiday is one row for any number of items: booking
// an item and showing its calendar read the holidays of its closet (`domain/calendar`).

/** A rental that covers some day of a holiday. It stays. */
export type RentedInHoliday = {
  readonly rentalId: RentalId
  readonly title: string
  readonly start: CalendarDate
  readonly end: CalendarDate
}

export type Holiday = {
  readonly id: HolidayId
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** The earliest rentals on its days, at most `MAX_RENTED_SHOWN`. */
  readonly rented: readonly RentedInHoliday[]
  readonly rentedTotal: number
  /** Whether only the first `MAX_COUNTED` rentals that end after its start were read. */
  readonly isPartial: boolean
}

export const MAX_HOLIDAY_DAYS = 120
/** The most current and future holidays of a closet. */
export const MAX_HOLIDAYS = 100
const MAX_RENTED_SHOWN = 20

export type HolidayProblem =
  | { readonly reason: RangeProblem }
  | { readonly reason: 'too-long' }
  /** There are `MAX_HOLIDAYS` already. */
  | { readonly reason: 'too-many' }
  /** Overlaps another holiday of this closet. */
  | { readonly reason: 'overlaps' }
  /** Somebody on the waitlist of one of the items has an offer for some of these days. */
  | { readonly reason: 'dates-offered' }

/**
 * Blocks the days, first and last included, for every item that the closet has or adds later. Live
 * rentals stay.
 */
export async function addHoliday(
  db: Db,
  owner: ClosetOwner,
  { start, end }: { readonly start: CalendarDate; readonly end: CalendarDate },
  now: Date,
  today: CalendarDate,
): Promise<Outcome<{ readonly holidayId: HolidayId }, HolidayProblem>> {
  const wrong = rangeProblem(start, end, today)
  if (wrong) return refused({ reason: wrong })
  if (totalDaysOf(start, end) > MAX_HOLIDAY_DAYS) return refused({ reason: 'too-long' })
  type Answer = Outcome<{ readonly holidayId: HolidayId }, HolidayProblem>
  return inTransaction<Answer>(db, async (tx) => {
    // Waits for offers that are being made, and holds off new ones.
    await sql`select from user_profiles where id = ${owner.id} for update`.execute(tx)
    const other = await tx
      .selectFrom('closet_holidays')
      .select('id')
      .where('owner_id', '=', owner.id)
      .where('start_date', '<=', end)
      .where('end_date', '>=', start)
      .executeTakeFirst()
    if (other) return refused({ reason: 'overlaps' })
    const { planned } = await tx
      .selectFrom('closet_holidays')
      .select(sql<number>`count(*)::int`.as('planned'))
      .where('owner_id', '=', owner.id)
      .where('end_date', '>=', today)
      .executeTakeFirstOrThrow()
    if (planned >= MAX_HOLIDAYS) return refused({ reason: 'too-many' })
    if (await hasOffers(tx, owner, start, end)) return refused({ reason: 'dates-offered' })
    const holidayId: HolidayId = newId()
    await tx
      .insertInto('closet_holidays')
      .values({
        id: holidayId,
        owner_id: owner.id,
        start_date: start,
        end_date: end,
        created_at: now,
      })
      .execute()
    const line = { action: 'add holiday', noun: 'closet', nounId: owner.id, after: { start, end } }
    await recordAction(tx, owner, line, now)
    return done({ holidayId })
  })
}

async function hasOffers(
  tx: Tx,
  owner: ClosetOwner,
  start: CalendarDate,
  end: CalendarDate,
): Promise<boolean> {
  const offer = await tx
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .select('w.id')
    .where('i.business_id', '=', owner.id)
    .where('w.status', '=', sql.lit('offered' as const))
    .where('w.start_date', '<=', end)
    .where('w.end_date', '>=', start)
    .limit(1)
    .executeTakeFirst()
  return offer !== undefined
}

/** Makes the items available on these days again, except on days blocked for one item. */
export async function removeHoliday(
  db: Db,
  owner: ClosetOwner,
  holidayId: HolidayId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'holiday-not-found' }>> {
  return inTransaction<Outcome<null, { reason: 'holiday-not-found' }>>(db, async (tx) => {
    const removed = await tx
      .deleteFrom('closet_holidays')
      .where('id', '=', holidayId)
      .where('owner_id', '=', owner.id)
      .returning(['start_date', 'end_date'])
      .executeTakeFirst()
    if (!removed) return refused({ reason: 'holiday-not-found' })
    const before = { start: removed.start_date, end: removed.end_date }
    const line = { action: 'remove holiday', noun: 'closet', nounId: owner.id, before }
    await recordAction(tx, owner, line, now)
    await queueDueOffers(tx, { ownerId: owner.id, days: before }, now)
    return done(null)
  })
}

const BATCH_SIZE = 20_000

/**
 * Removes rows of blocked dates that earlier versions wrote for each item and day of a holiday and
 * that are no longer needed. Returns how many; at most `BATCH_SIZE`, so callers repeat it until it
 * returns none.
 */
export async function removeDaysOfHolidays(db: Db, batchSize = BATCH_SIZE): Promise<number> {
  const { numAffectedRows } = await sql`delete from rental_availability
    where (item_id, blocked_date) in (select item_id, blocked_date from rental_availability
      where holiday_id is not null limit ${sql.lit(batchSize)})`.execute(db)
  return Number(numAffectedRows)
}

/**
 * All current and future holidays of the closet, the next first, with the rentals on their days.
 */
export async function holidaysOf(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
  max = MAX_COUNTED,
): Promise<Holiday[]> {
  const { rows } = await sql<{
    id: HolidayId
    start_date: CalendarDate
    end_date: CalendarDate
    rented: RentedInHoliday[]
    rented_total: number
    is_partial: boolean
  }>`
    select h.id, h.start_date, h.end_date, coalesce(live.rented, '[]') as rented,
      coalesce(live.total, 0)::int as rented_total, live.is_partial
    from closet_holidays h
    cross join lateral (
      with ending as (
        select id, item_id, start_date, end_date from rentals
        where owner_id = h.owner_id and status in (${liveStatuses}) and end_date >= h.start_date
        order by end_date, id limit ${sql.lit(max + 1)}),
      found as (
        select r.id, i.title, r.start_date, r.end_date, count(*) over () as total
        from ending r join clothing_items i on i.id = r.item_id
        where r.start_date <= h.end_date
        order by r.start_date, r.id limit ${sql.lit(MAX_RENTED_SHOWN)})
      select max(found.total) as total, (select count(*) > ${sql.lit(max)} from ending) as is_partial,
        json_agg(json_build_object('rentalId', found.id, 'title', found.title,
          'start', found.start_date, 'end', found.end_date)
          order by found.start_date, found.id) as rented
      from found
    ) live
    where h.owner_id = ${owner.id} and h.end_date >= ${today}::date
    order by h.start_date`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    start: row.start_date,
    end: row.end_date,
    rented: row.rented,
    rentedTotal: row.rented_total,
    isPartial: row.is_partial,
  }))
}
