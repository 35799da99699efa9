import { type RawBuilder, sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { HolidayId, PersonId, RentalId } from '#db/ids.ts'
import { queueDueOffers } from '#domain/booking/waitlist/waitlist.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { MAX_COUNTED } from '#domain/shared/lists/show-counted.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type CalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
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

/** The rentals on the days of a holiday. */
export type HolidayRentals = {
  /** The earliest rentals on its days, at most `MAX_RENTED_SHOWN`. */
  readonly rented: readonly RentedInHoliday[]
  readonly rentedTotal: number
  /** Whether only the first `MAX_COUNTED` rentals that end after its start were read. */
  readonly isPartial: boolean
}

export type Holiday = HolidayRentals & {
  readonly id: HolidayId
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** For shoppers; '' for none. */
  readonly note: string
}

export const MAX_HOLIDAY_DAYS = 120
export const MAX_HOLIDAY_NOTE = 200
/** The most current and future holidays of a closet. */
export const MAX_HOLIDAYS = 100
const MAX_RENTED_SHOWN = 20

export type NewHoliday = {
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** For shoppers, at most `MAX_HOLIDAY_NOTE` characters. */
  readonly note?: string
  /** The `seen` of a refusal: the closet knows these rentals. */
  readonly confirmed?: string | null
}

export type HolidayProblem =
  | { readonly reason: RangeProblem }
  | { readonly reason: 'too-long' }
  /** There are `MAX_HOLIDAYS` already. */
  | { readonly reason: 'too-many' }
  /** Overlaps another holiday of this closet. */
  | { readonly reason: 'overlaps' }
  /** Somebody on the waitlist of one of the items has an offer for some of these days. */
  | { readonly reason: 'dates-offered' }
  /** Rentals cover some of these days, and the closet has not confirmed exactly these. */
  | { readonly reason: 'has-rentals'; readonly rentals: HolidayRentals; readonly seen: string }

/**
 * Blocks the days, first and last included, for every item that the closet has or adds later. Live
 * rentals stay; the closet confirms first that it knows them.
 */
export async function addHoliday(
  db: Db,
  owner: ClosetOwner,
  { start, end, note = '', confirmed = null }: NewHoliday,
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
    const { seen, ...rentals } = await rentalsOnDays(tx, owner, { start, end })
    if (rentals.rentedTotal > 0 && seen !== confirmed)
      return refused({ reason: 'has-rentals', rentals, seen })
    const holidayId: HolidayId = newId()
    await tx
      .insertInto('closet_holidays')
      .values({
        id: holidayId,
        owner_id: owner.id,
        start_date: start,
        end_date: end,
        note,
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

/**
 * The live rentals on the days of each row of `periods`, which has the columns of a holiday. `seen`
 * changes when a rental is added to them or leaves them.
 */
async function readRented(db: DbOrTx, periods: RawBuilder<unknown>, max: number) {
  const { rows } = await sql<
    Holiday & { readonly seen: string }
  >`select h.id, h.start_date as start, h.end_date as end, h.note, live.rented,
      live.total as "rentedTotal", live.is_partial as "isPartial", live.seen
    from (${periods}) h
    cross join lateral (
      with ending as (
        select id, item_id, start_date, end_date from rentals
        where owner_id = h.owner_id and status in (${liveStatuses}) and end_date >= h.start_date
        order by end_date, id limit ${sql.lit(max + 1)}),
      found as (
        select id, item_id, start_date, end_date from ending where start_date <= h.end_date),
      shown as (
        select f.id, i.title, f.start_date, f.end_date
        from found f join clothing_items i on i.id = f.item_id
        order by f.start_date, f.id limit ${sql.lit(MAX_RENTED_SHOWN)})
      select (select count(*)::int from found) as total,
        (select count(*) > ${sql.lit(max)} from ending) as is_partial,
        (select md5(coalesce(string_agg(id::text, ',' order by id), '')) from found) as seen,
        (select coalesce(json_agg(json_build_object('rentalId', id, 'title', title,
          'start', start_date, 'end', end_date) order by start_date, id), '[]')
          from shown) as rented
    ) live
    order by h.start_date`.execute(db)
  return rows
}

/** All current and future holidays of the closet, the next first, with their rentals. */
export async function holidaysOf(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
  max = MAX_COUNTED,
): Promise<Holiday[]> {
  const planned = sql`select id, owner_id, start_date, end_date, note from closet_holidays
    where owner_id = ${owner.id} and end_date >= ${today}::date`
  return (await readRented(db, planned, max)).map(({ seen: _, ...holiday }) => holiday)
}

/** The live rentals on these days. */
async function rentalsOnDays(
  tx: Tx,
  owner: ClosetOwner,
  { start, end }: { readonly start: CalendarDate; readonly end: CalendarDate },
): Promise<HolidayRentals & { readonly seen: string }> {
  const days = sql`select null::uuid as id, ${owner.id}::uuid as owner_id, '' as note,
    ${start}::date as start_date, ${end}::date as end_date`
  const [found] = await readRented(tx, days, MAX_COUNTED)
  if (!found) throw new Error('no row of rentals')
  const { rented, rentedTotal, isPartial, seen } = found
  return { rented, rentedTotal, isPartial, seen }
}

/** Part of deleting an account: nothing that the closet has written is kept. */
export async function removeHolidaysOf(tx: Tx, ownerId: PersonId): Promise<void> {
  await tx.deleteFrom('closet_holidays').where('owner_id', '=', ownerId).execute()
}
