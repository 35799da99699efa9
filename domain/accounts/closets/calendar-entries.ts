import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/catalogue/items/listing/turnaround.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { CalendarLimits } from './calendar-limits.ts'

// For a closet's calendar: what keeps its items from being rented, besides rentals.

/** Days without a renter, the first and the last included. */
export type ClosedDays = {
  readonly kind: 'turnaround' | 'offer' | 'proposed' | 'blocked' | 'holiday'
  /** Of the rental, the offer, the item, or the holiday. */
  readonly id: string
  /** Of the item; '' for a holiday, which is about all of them. */
  readonly title: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** Of a holiday: what shoppers read about it. */
  readonly note?: string
}

const MAX_PERIODS = 2000
const MAX_DAYS_BACK = 365

/**
 * From today on: turnarounds, days held for the waitlist, other dates to answer, blocked days and
 * holidays. Those that
 * began earlier have their first day, so that they are the same every day.
 */
export async function closedDaysOf(
  db: DbOrTx,
  ownerId: PersonId,
  today: CalendarDate,
  max: CalendarLimits,
): Promise<readonly ClosedDays[]> {
  const parts = await Promise.all([
    turnarounds(db, ownerId, today, max.rentals),
    offers(db, ownerId, today, max),
    proposals(db, ownerId),
    blockedDays(db, ownerId, today, max),
    holidays(db, ownerId, today),
  ])
  return parts.flat()
}

/** Turnarounds of the rentals that end next. */
async function turnarounds(db: DbOrTx, ownerId: PersonId, today: CalendarDate, maxRentals: number) {
  const ending = db
    .selectFrom('rentals')
    .select(['id', 'item_id', 'turnaround_days'])
    .where('owner_id', '=', ownerId)
    .where('status', '<>', sql.lit('cancelled' as const))
    // Turnarounds of older rentals have ended.
    .where('end_date', '>=', addDays(today, -MAX_TURNAROUND_DAYS))
    .orderBy('end_date')
    .limit(maxRentals)
  const rows = await db
    .selectFrom(ending.as('r'))
    .innerJoin('booked_periods as b', 'b.rental_id', 'r.id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'i.title', sql<string>`(upper(b.period) - 1)::text`.as('last')])
    .select(sql<string>`(upper(b.period) - r.turnaround_days)::text`.as('first'))
    .where('r.turnaround_days', '>', 0)
    .where(sql<boolean>`upper(b.period) > ${today}::date`)
    .limit(MAX_PERIODS)
    .execute()
  return rows.flatMap(({ id, title, first, last }) => period('turnaround', id, title, first, last))
}

function newestItems(db: DbOrTx, ownerId: PersonId, max: CalendarLimits) {
  return db
    .selectFrom('clothing_items')
    .select(['id', 'title', 'created_at'])
    .where('business_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max.items)
}

/** Days held for somebody on the waitlist of one of the newest items. */
async function offers(db: DbOrTx, ownerId: PersonId, today: CalendarDate, max: CalendarLimits) {
  const rows = await db
    .selectFrom(newestItems(db, ownerId, max).as('i'))
    .innerJoin('waitlist_entries as w', 'w.item_id', 'i.id')
    .select(['w.id', 'i.title', 'w.start_date', 'w.end_date'])
    .where('w.status', '=', sql.lit('offered' as const))
    .where('w.end_date', '>=', today)
    .orderBy('w.id')
    .limit(MAX_PERIODS)
    .execute()
  return rows.flatMap((row) => period('offer', row.id, row.title, row.start_date, row.end_date))
}

/** Dates that renters would like instead of theirs. */
async function proposals(db: DbOrTx, ownerId: PersonId) {
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'i.title', 'r.proposed_start_date as start', 'r.proposed_end_date as end'])
    .where('r.owner_id', '=', ownerId)
    .where('r.proposed_at', 'is not', null)
    .limit(MAX_PERIODS)
    .execute()
  return rows.flatMap(({ id, title, start, end }) =>
    start && end ? period('proposed', id, title, start, end) : [],
  )
}

/**
 * Blocked days of the newest items; consecutive days are one entry. For those blocked today, it
 * begins with the first of them, at most a year ago.
 */
async function blockedDays(
  db: DbOrTx,
  ownerId: PersonId,
  today: CalendarDate,
  max: CalendarLimits,
) {
  const rows = await db
    .selectFrom(newestItems(db, ownerId, max).as('i'))
    .innerJoinLateral(
      (days) =>
        days
          .selectFrom('rental_availability as a')
          .select('a.blocked_date')
          .whereRef('a.item_id', '=', 'i.id')
          .where('a.holiday_id', 'is', null)
          .where('a.blocked_date', '>=', today)
          .orderBy('a.blocked_date')
          .limit(max.blockedDays)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(['i.id', 'i.title', 'a.blocked_date'])
    .select(
      sql<string | null>`case when a.blocked_date = ${today}::date then (
        select p.blocked_date::text
        from rental_availability p
        where p.item_id = i.id and p.holiday_id is null
          and p.blocked_date between ${addDays(today, -MAX_DAYS_BACK)}::date and ${today}::date
          and not exists (
            select from rental_availability q
            where q.item_id = i.id and q.holiday_id is null
              and q.blocked_date = p.blocked_date - 1
          )
        order by p.blocked_date desc
        limit 1
      ) end`.as('first'),
    )
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .orderBy('a.blocked_date')
    .limit(max.blockedDays)
    .execute()
  const last = new Map<string, ClosedDays>()
  const ended: ClosedDays[] = []
  for (const { id, title, blocked_date, first } of rows) {
    const day = parseCalendarDate(blocked_date)
    if (!day) continue
    const before = last.get(id)
    const isConsecutive = before !== undefined && addDays(before.end, 1) === day
    if (before && !isConsecutive) ended.push(before)
    last.set(id, {
      kind: 'blocked',
      id,
      title,
      start: isConsecutive ? before.start : (parseCalendarDate(first ?? '') ?? day),
      end: day,
    })
  }
  return [...ended, ...last.values()]
}

async function holidays(db: DbOrTx, ownerId: PersonId, today: CalendarDate) {
  const rows = await db
    .selectFrom('closet_holidays')
    .select(['id', 'start_date', 'end_date', 'note'])
    .where('owner_id', '=', ownerId)
    .where('end_date', '>=', today)
    .orderBy('start_date')
    .limit(MAX_PERIODS)
    .execute()
  return rows.flatMap(({ id, note, start_date, end_date }) =>
    period('holiday', id, '', start_date, end_date).map((days) => ({ ...days, note })),
  )
}

function period(
  kind: ClosedDays['kind'],
  id: string,
  title: string,
  first: string,
  last: string,
): readonly ClosedDays[] {
  const [start, end] = [parseCalendarDate(first), parseCalendarDate(last)]
  return start && end ? [{ kind, id, title, start, end }] : []
}
