import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ChosenHandover, RentalStatus } from '#db/enums.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type ClosedDays, closedDaysOf } from './calendar-entries.ts'
import { CALENDAR_LIMITS } from './calendar-limits.ts'

// A closet's rentals as a calendar for other programs; the address contains a secret.

/** The secret part of the closet's calendar address, or null before one was created. */
export async function findCalendarToken(db: DbOrTx, owner: ClosetOwner): Promise<string | null> {
  const row = await db
    .selectFrom('closet_calendars')
    .select('token')
    .where('owner_id', '=', owner.id)
    .executeTakeFirst()
  return row?.token ?? null
}

/** Creates an address, or replaces the old one, which then stops working. */
export async function renewCalendarToken(db: Db, owner: ClosetOwner, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('closet_calendars')
      .values({ owner_id: owner.id, token, made_at: now })
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ token, made_at: now }))
      .execute()
    const line = { action: 'renew calendar address', noun: 'closet', nounId: owner.id }
    await recordAction(tx, owner, line, now)
    return token
  })
}

/** A rental in a calendar. */
export type CalendarEntry = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly status: RentalStatus
  /** Until when a request can be answered; null for a rental that was accepted before. */
  readonly answerBy: Date | null
  /** Null for rentals without a choice. */
  readonly handover: ChosenHandover | null
  readonly start: CalendarDate
  readonly end: CalendarDate
}

export type ClosetCalendar = {
  readonly ownerName: string
  readonly entries: readonly CalendarEntry[]
  readonly closed: readonly ClosedDays[]
}

const RETENTION_DAYS = 90

/**
 * The calendar with this secret: rentals that were not cancelled and ended at most 90 days ago, and
 * what else keeps items from being rented from today on. Above the limits, the rentals that end
 * next take precedence, then the latest ended ones; and the blocked days of the newest items. Null
 * for an unknown secret, and for a closet that is no longer approved.
 */
export async function readCalendar(
  db: DbOrTx,
  token: string,
  today: CalendarDate,
  max = CALENDAR_LIMITS,
): Promise<ClosetCalendar | null> {
  const owner = await db
    .selectFrom('closet_calendars as c')
    .innerJoin('user_profiles as p', 'p.id', 'c.owner_id')
    .select(['p.id', 'p.full_name'])
    .where('c.token', '=', token)
    .where('p.account_type', '=', 'business')
    .where('p.business_status', '=', 'approved')
    .executeTakeFirst()
  if (!owner) return null
  const [next, ended, closed] = await Promise.all([
    entriesOf(db, notCancelled(db, owner.id).where('end_date', '>=', today), {
      order: 'asc',
      max: max.rentals,
    }),
    entriesOf(
      db,
      notCancelled(db, owner.id)
        .where('end_date', '<', today)
        .where('end_date', '>=', addDays(today, -RETENTION_DAYS)),
      { order: 'desc', max: max.rentals },
    ),
    closedDaysOf(db, owner.id, today, max),
  ])
  return { ownerName: owner.full_name, entries: [...next, ...ended].slice(0, max.rentals), closed }
}

function notCancelled(db: DbOrTx, ownerId: PersonId) {
  return db
    .selectFrom('rentals')
    .select([
      'id',
      'item_id',
      'renter_id',
      'status',
      'start_date',
      'end_date',
      'handover',
      'answer_by',
    ])
    .where('owner_id', '=', ownerId)
    .where('status', '<>', sql.lit('cancelled' as const))
}

/** The entries of the first `max` rentals, in the order of their last days. */
async function entriesOf(
  db: DbOrTx,
  rentals: ReturnType<typeof notCancelled>,
  { order, max }: { readonly order: 'asc' | 'desc'; readonly max: number },
) {
  const rows = await db
    .selectFrom(rentals.orderBy('end_date', order).limit(max).as('r'))
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .select(['r.id', 'i.title', 'renter.full_name', 'r.status', 'r.start_date', 'r.end_date'])
    .select(['r.handover', 'r.answer_by as answerBy'])
    .orderBy('r.end_date', order)
    .execute()
  return rows.flatMap((row): CalendarEntry[] => {
    const [start, end] = [parseCalendarDate(row.start_date), parseCalendarDate(row.end_date)]
    if (!start || !end) return []
    const { id: rentalId, title, full_name: renterName, status, answerBy, handover } = row
    return [{ rentalId, title, renterName, status, answerBy, handover, start, end }]
  })
}
