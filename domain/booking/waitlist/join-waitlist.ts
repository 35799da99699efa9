import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId, PersonId, WaitlistEntryId } from '#db/ids.ts'
import {
  type DateRange,
  type LiveRental,
  lockHolidays,
  ownRentalOn,
  rentableOn,
} from '#domain/booking/calendar/calendar.ts'
import { type DatesProblem, readDates } from '#domain/booking/calendar/rental-dates.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type NotYetTrusted, rentalsNeeded } from '#domain/site/settings/settings.ts'
import { endEntry } from './end-entry.ts'
import { lockItem, lockItemOfEntry } from './entry-locks.ts'
import { firstDayToWaitFor } from './first-day.ts'
import { offerFreedPeriod } from './offer-freed-period.ts'
import { isUnusedOffer } from './unused-offers.ts'
import {
  MAX_ENTRIES_PER_ITEM,
  MAX_ENTRIES_PER_SHOPPER,
  MAX_UNUSED_OFFERS,
} from './waitlist-limits.ts'
import { withdrawIfLost } from './withdraw-offers.ts'

export type JoinRequest = {
  readonly itemId: ItemId
  /** As submitted: 'YYYY-MM-DD', validated here. */
  readonly start: unknown
  readonly end: unknown
  /** The shop's time zone. */
  readonly timeZone: string
}

export type JoinProblem =
  | { readonly reason: 'item-not-found' }
  | DatesProblem
  | { readonly reason: 'own-item' }
  | { readonly reason: 'item-paused' }
  /** One of them has blocked the other. */
  | { readonly reason: 'not-available' }
  /** The shopper has booked these days themselves, or an item that takes one rental at a time. */
  | { readonly reason: 'already-requested'; readonly rental: LiveRental }
  | NotYetTrusted
  /** The dates can be rented now. */
  | { readonly reason: 'free-now' }
  /** It is too late for an offer: the dates start today, or within the closet's notice. */
  | { readonly reason: 'dates-taken' }
  | { readonly reason: 'already-waiting' }
  | { readonly reason: 'waitlist-full' }
  | { readonly reason: 'too-many-entries' }
  /** They have let the maximum number of offers for it expire, or left them. */
  | { readonly reason: 'offers-unused' }

/** Joins the waitlist of an item for dates on which it cannot be rented now. */
export async function joinWaitlist(
  db: Db,
  shopper: Shopper,
  request: JoinRequest,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<{ readonly entryId: WaitlistEntryId }, JoinProblem>> {
  return await inTransaction(db, async (tx) => {
    const { itemId } = request
    const dates = readDates(request, today)
    if (!('reason' in dates)) await lockHolidays(tx, itemId, dates)
    await lockItem(tx, itemId)
    const item = await readItem(tx, itemId, shopper.id)
    if (!item?.rentable) return refused({ reason: 'item-not-found' })
    if ('reason' in dates) return refused(dates)
    if (item.ownerId === shopper.id) return refused({ reason: 'own-item' })
    if (item.paused) return refused({ reason: 'item-paused' })
    if (item.blocked) return refused({ reason: 'not-available' })
    if (await isRentable(tx, itemId, dates, today, shopper.id))
      return refused({ reason: 'free-now' })
    const rental = await ownRentalOn(tx, shopper.id, itemId, dates)
    if (rental) return refused({ reason: 'already-requested', rental })
    if (dates.start < firstDayToWaitFor(today, item.noticeDays))
      return refused({ reason: 'dates-taken' })
    if (item.rentalsNeeded !== null)
      return refused({ reason: 'not-yet-trusted', rentals: item.rentalsNeeded })
    const full = await findProblem(tx, itemId, shopper.id)
    if (full) return refused({ reason: full })
    const entryId: WaitlistEntryId = newId()
    const { start, end } = dates
    await tx
      .insertInto('waitlist_entries')
      .values({
        id: entryId,
        item_id: itemId,
        shopper_id: shopper.id,
        start_date: start,
        end_date: end,
        time_zone: request.timeZone,
        created_at: now,
      })
      .execute()
    const line = { action: 'join waitlist', noun: 'item', nounId: itemId, after: { start, end } }
    await recordAction(tx, shopper, line, now)
    return done({ entryId })
  })
}

async function readItem(tx: Tx, itemId: ItemId, shopperId: PersonId) {
  return await tx
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .select(['i.business_id as ownerId', 'i.paused', 'p.notice_days as noticeDays'])
    .select(rentalsNeeded(shopperId).as('rentalsNeeded'))
    .select(eitherBlocked(sql`${shopperId}::uuid`, sql`i.business_id`).as('blocked'))
    .select(
      sql<boolean>`i.approval_status = 'approved' and i.deleted_at is null
        and i.lister_in_good_standing and lister_is_in_good_standing(p)`.as('rentable'),
    )
    .where('i.id', '=', itemId)
    .executeTakeFirst()
}

async function isRentable(
  tx: Tx,
  itemId: ItemId,
  dates: DateRange,
  today: CalendarDate,
  shopperId: PersonId,
): Promise<boolean> {
  const free = await tx
    .selectFrom('clothing_items as i')
    .select('i.id')
    .where('i.id', '=', itemId)
    .where(rentableOn('i', dates, today, shopperId))
    .executeTakeFirst()
  return free !== undefined
}

/** The lock of the item bounds its waitlist; that of the profile bounds the shopper's entries. */
async function findProblem(tx: Tx, itemId: ItemId, shopperId: PersonId) {
  await sql`select from user_profiles where id = ${shopperId} for no key update`.execute(tx)
  const isOpen = sql`w.status in ('waiting', 'offered')`
  const isMine = sql`w.shopper_id = ${shopperId}`
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`count(*) filter (where ${condition})::int`
  const counts = await tx
    .selectFrom('waitlist_entries as w')
    .select([
      counted(sql`${isOpen} and ${isMine} and w.item_id = ${itemId}`).as('own'),
      counted(sql`${isOpen} and w.item_id = ${itemId}`).as('ofItem'),
      counted(sql`${isOpen} and ${isMine}`).as('ofShopper'),
      counted(sql`${isUnusedOffer('w')} and ${isMine} and w.item_id = ${itemId}`).as('unused'),
    ])
    .where(sql<boolean>`(${isMine} or (w.item_id = ${itemId} and ${isOpen}))`)
    .executeTakeFirstOrThrow()
  if (counts.own > 0) return 'already-waiting' as const
  if (counts.ofItem >= MAX_ENTRIES_PER_ITEM) return 'waitlist-full' as const
  if (counts.ofShopper >= MAX_ENTRIES_PER_SHOPPER) return 'too-many-entries' as const
  return counts.unused >= MAX_UNUSED_OFFERS ? ('offers-unused' as const) : null
}

/**
 * Leaves a waitlist. An open offer goes to the next in line, and counts like an expired one if it
 * could be accepted, so that nobody can block an item by leaving and joining again. Leaving again
 * has no effect.
 */
export async function leaveWaitlist(
  db: Db,
  shopper: Shopper,
  { entryId }: { readonly entryId: WaitlistEntryId },
  now: Date,
): Promise<Outcome<null, { readonly reason: 'entry-not-found' }>> {
  return await inTransaction(db, async (tx) => {
    const own = await tx
      .selectFrom('waitlist_entries')
      .select('id')
      .where('id', '=', entryId)
      .where('shopper_id', '=', shopper.id)
      .executeTakeFirst()
    if (!own) return refused({ reason: 'entry-not-found' })
    const entry = await lockItemOfEntry(tx, entryId)
    if (!entry) return done(null)
    const isLost = await withdrawIfLost(tx, entry, now)
    await endEntry(tx, isLost ? { ...entry, status: 'waiting' } : entry, 'left', now)
    await offerFreedPeriod(tx, entry.item_id, now)
    return done(null)
  })
}
