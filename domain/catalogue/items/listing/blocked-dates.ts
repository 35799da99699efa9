import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type RangeProblem, rangeProblem } from './date-range.ts'
import { lockOwnItem } from './lock-own-item.ts'

/** Days on which the lister does not rent out the item, first and last day included. */
export type DayRange = {
  readonly itemId: ItemId
  readonly start: CalendarDate
  readonly end: CalendarDate
}

export type BlockProblem =
  | { readonly reason: 'item-not-found' }
  | { readonly reason: RangeProblem }
  /** The item is rented on one of these days. */
  | { readonly reason: 'dates-rented' }
  /** Somebody on the waitlist has an offer that includes one of these days. */
  | { readonly reason: 'dates-offered' }

/** Blocks these days for new rentals of the item. */
export async function blockDates(
  db: Db,
  lister: ClosetOwner | Admin,
  range: DayRange,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<null, BlockProblem>> {
  const { itemId, start, end } = range
  const wrong = rangeProblem(start, end, today)
  if (wrong) return refused({ reason: wrong })
  return inTransaction<Outcome<null, BlockProblem>>(db, async (tx) => {
    if (!(await lockOwnItem(tx, lister, itemId))) return refused({ reason: 'item-not-found' })
    const rented = await tx
      .selectFrom('rentals')
      .select('id')
      .where('item_id', '=', itemId)
      .where('status', 'in', liveRentalStatuses)
      .where('start_date', '<=', end)
      .where('end_date', '>=', start)
      .executeTakeFirst()
    if (rented) return refused({ reason: 'dates-rented' })
    if (await hasOffer(tx, range)) return refused({ reason: 'dates-offered' })
    await sql`insert into rental_availability (item_id, blocked_date)
      select ${itemId}::uuid, day::date
      from generate_series(${start}::date, ${end}::date, interval '1 day') day
      on conflict do nothing`.execute(tx)
    const after = { start, end }
    await recordAction(
      tx,
      lister,
      { action: 'block dates', noun: 'item', nounId: itemId, after },
      now,
    )
    return done(null)
  })
}

async function hasOffer(tx: Tx, { itemId, start, end }: DayRange): Promise<boolean> {
  const offered = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('item_id', '=', itemId)
    .where('status', '=', 'offered')
    .where('start_date', '<=', end)
    .where('end_date', '>=', start)
    .executeTakeFirst()
  return offered !== undefined
}

/** Makes the item available on these days again, except on holidays of its closet. */
export async function freeDates(
  db: Db,
  lister: ClosetOwner | Admin,
  { itemId, start, end }: DayRange,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'item-not-found' }>> {
  return inTransaction<Outcome<null, { reason: 'item-not-found' }>>(db, async (tx) => {
    if (!(await lockOwnItem(tx, lister, itemId))) return refused({ reason: 'item-not-found' })
    await tx
      .deleteFrom('rental_availability')
      .where('item_id', '=', itemId)
      .where('blocked_date', '>=', start)
      .where('blocked_date', '<=', end)
      .execute()
    const before = { start, end }
    await recordAction(
      tx,
      lister,
      { action: 'free dates', noun: 'item', nounId: itemId, before },
      now,
    )
    await offerFreedPeriod(tx, itemId, now)
    return done(null)
  })
}
