import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { type RentalStage, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { decodeNewestFirst, newestFirstKeys, toPage } from '#domain/shared/lists/page.ts'
import { type CalendarDate, eachDay, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

// A month of a closet, an item a row: what is booked, and what else keeps it from being rented.

/** Items on a screen. */
const MAX_ITEMS = 60

/** Consecutive days of an item on which it is the same. */
export type MonthSpan = {
  readonly kind: 'free' | 'rental' | 'proposed' | 'turnaround' | 'offer' | 'blocked' | 'holiday'
  readonly start: CalendarDate
  readonly days: number
  /** Of a rental, and of days that its renter has proposed. */
  readonly rental: MonthRental | null
}

export type MonthRental = {
  readonly id: RentalId
  readonly renterName: string
  readonly stage: RentalStage
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** The dates that its renter would like instead. */
  readonly proposed: DateRange | null
}

export type MonthRow = {
  readonly id: ItemId
  readonly title: string
  readonly spans: readonly MonthSpan[]
}

export type ClosetMonth = {
  readonly days: readonly CalendarDate[]
  readonly rows: readonly MonthRow[]
  /** The cursor of the next items. */
  readonly next: string | null
}

/**
 * The month that begins with `first`, of the closet's newest items or of those after a cursor. An
 * item that is still out is booked until its last day.
 */
export async function closetMonth(
  db: DbOrTx,
  owner: ClosetOwner,
  { first, after }: { readonly first: CalendarDate; readonly after: string | null },
  today: CalendarDate,
): Promise<ClosetMonth> {
  const days = daysOf(first)
  const last = days.at(-1) ?? first
  const from = decodeNewestFirst<ItemId>(after)
  const items = await db
    .selectFrom('clothing_items')
    .select(['id', 'title', 'created_at'])
    .where('business_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .$if(from !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ITEMS + 1)
    .execute()
  const page = toPage(items, newestFirstKeys, MAX_ITEMS)
  const ids = page.rows.map(({ id }) => id)
  const [rentals, periods, blocked, holidays] = await Promise.all([
    rentalsIn(db, ids, first, last, today),
    periodsIn(db, ids, first, last),
    blockedIn(db, ids, first, last),
    holidaysIn(db, owner, first, last),
  ])
  const rows = page.rows.map(({ id, title }) => {
    const own = <Row extends { readonly itemId: ItemId }>(all: readonly Row[]) =>
      all.filter(({ itemId }) => itemId === id)
    const found = { rentals: own(rentals), periods: own(periods), blocked: own(blocked), holidays }
    return { id, title, spans: spansOf(days, found) }
  })
  return { days, rows, next: page.next }
}

function daysOf(first: CalendarDate): CalendarDate[] {
  const [year = 0, month = 0] = first.split('-').map(Number)
  const last = parseCalendarDate(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10))
  return last ? eachDay(first, last) : []
}

async function rentalsIn(
  db: DbOrTx,
  ids: readonly ItemId[],
  first: CalendarDate,
  last: CalendarDate,
  today: CalendarDate,
) {
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
    .select(['r.id', 'r.item_id as itemId', 'p.full_name as renterName'])
    .select(['r.status', 'r.return_status', 'r.cancellation', 'r.sent_back_at'])
    .select(['r.start_date', 'r.end_date', 'r.proposed_start_date', 'r.proposed_end_date'])
    .where('r.item_id', 'in', ids)
    .where('r.status', '<>', sql.lit('cancelled' as const))
    .where(({ and, or }) =>
      or([
        and([
          sql<boolean>`r.start_date <= ${last}::date`,
          sql<boolean>`r.end_date >= ${first}::date`,
        ]),
        and([
          sql<boolean>`r.proposed_start_date <= ${last}::date`,
          sql<boolean>`r.proposed_end_date >= ${first}::date`,
        ]),
      ]),
    )
    .execute()
  return rows.map((row) => {
    const { proposed_start_date: start, proposed_end_date: end } = row
    return {
      itemId: row.itemId,
      id: row.id,
      renterName: row.renterName,
      stage: stageOf(row, today),
      start: row.start_date,
      end: row.end_date,
      proposed: start && end ? { start, end } : null,
    }
  })
}

type Days = { readonly itemId: ItemId; readonly start: CalendarDate; readonly end: CalendarDate }

/** Booked periods: of rentals with the days after them, and those held for somebody. */
async function periodsIn(
  db: DbOrTx,
  ids: readonly ItemId[],
  first: CalendarDate,
  last: CalendarDate,
): Promise<(Days & { readonly isOffer: boolean })[]> {
  return await db
    .selectFrom('booked_periods as b')
    .select('b.item_id as itemId')
    .select([
      sql<CalendarDate>`lower(b.period)::text`.as('start'),
      sql<CalendarDate>`(upper(b.period) - 1)::text`.as('end'),
      sql<boolean>`b.rental_id is null and b.proposed_by is null`.as('isOffer'),
    ])
    .where('b.item_id', 'in', ids)
    .where(sql<boolean>`b.period && daterange(${first}::date, ${last}::date, '[]')`)
    .execute()
}

async function blockedIn(
  db: DbOrTx,
  ids: readonly ItemId[],
  first: CalendarDate,
  last: CalendarDate,
): Promise<Days[]> {
  const rows = await db
    .selectFrom('rental_availability')
    .select(['item_id as itemId', 'blocked_date as day'])
    .where('item_id', 'in', ids)
    .where('holiday_id', 'is', null)
    .where('blocked_date', '>=', first)
    .where('blocked_date', '<=', last)
    .execute()
  return rows.map(({ itemId, day }) => ({ itemId, start: day, end: day }))
}

async function holidaysIn(
  db: DbOrTx,
  owner: ClosetOwner,
  first: CalendarDate,
  last: CalendarDate,
): Promise<Omit<Days, 'itemId'>[]> {
  return await db
    .selectFrom('closet_holidays')
    .select(['start_date as start', 'end_date as end'])
    .where('owner_id', '=', owner.id)
    .where('start_date', '<=', last)
    .where('end_date', '>=', first)
    .execute()
}

type FoundDays = {
  readonly rentals: readonly (MonthRental & { readonly itemId: ItemId })[]
  readonly periods: readonly (Days & { readonly isOffer: boolean })[]
  readonly blocked: readonly Days[]
  readonly holidays: readonly Omit<Days, 'itemId'>[]
}

function spansOf(days: readonly CalendarDate[], found: FoundDays): MonthSpan[] {
  const spans: MonthSpan[] = []
  for (const day of days) {
    const at = stateOn(day, found)
    const before = spans.at(-1)
    if (before && before.kind === at.kind && before.rental?.id === at.rental?.id)
      spans[spans.length - 1] = { ...before, days: before.days + 1 }
    else spans.push({ ...at, start: day, days: 1 })
  }
  return spans
}

/** A rental hides what else there is on its days. */
function stateOn(day: CalendarDate, found: FoundDays): Pick<MonthSpan, 'kind' | 'rental'> {
  const isOn = ({ start, end }: DateRange) => start <= day && day <= end
  const rental = found.rentals.find(isOn)
  if (rental) return { kind: 'rental', rental: shownIn(rental) }
  const proposed = found.rentals.find((one) => one.proposed && isOn(one.proposed))
  if (proposed) return { kind: 'proposed', rental: shownIn(proposed) }
  const period = found.periods.find(isOn)
  if (period) return { kind: period.isOffer ? 'offer' : 'turnaround', rental: null }
  if (found.blocked.some(isOn)) return { kind: 'blocked', rental: null }
  return { kind: found.holidays.some(isOn) ? 'holiday' : 'free', rental: null }
}

function shownIn({ itemId: _, ...shown }: FoundDays['rentals'][number]): MonthRental {
  return shown
}
