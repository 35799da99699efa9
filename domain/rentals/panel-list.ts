import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { countedIn } from '#domain/shared/found.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  decodeCursor,
  decodeNewestFirst,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/page.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'
import { DUE_WITHIN_DAYS } from './deadline-days.ts'
import { type AfterTask, DUE, firstToDo, toDo } from './due-tasks.ts'
import { type PanelCounts, type PanelFilter, panelFilters } from './panel-filters.ts'
import {
  isOwn,
  type PanelRental,
  type PanelRow,
  panelColumns,
  panelTables,
  shapePanelRow,
} from './rental-panel.ts'
import { rentalsAbout } from './rental-search.ts'
import { starsOfRequests } from './renter-stars.ts'
import { type NextRental, nextRentals } from './risks.ts'
import { isAtStage, stageColumns } from './stage-sql.ts'

// The list of rentals that a closet or an admin manages: its tabs, order and search.

/** A rental as a list shows it, with how to reach its renter. */
export type ListedRental = PanelRental & {
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  /** In the tab of late rentals: the next rental of the item. */
  readonly next: NextRental | null
  /** What closets gave to the renter who asks for it; null without reviews, and once it is answered. */
  readonly renterStars: RatingSum | null
}

/** Live, as the partial indexes state it. */
const isLive = (today: CalendarDate, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${isAtStage('live', today)} and ${condition})`

/** A request, a return to review, or a delivery or return that is due by then. */
export const needsAction = (
  today: CalendarDate,
  by: { readonly deliver: CalendarDate; readonly collect: CalendarDate },
): RawBuilder<boolean> =>
  isLive(
    today,
    sql<boolean>`(${isAtStage(['requested', 'unanswered', 'returned'], today)}
    or (${isAtStage(['confirmed', 'undelivered'], today)} and r.start_date <= ${by.deliver}::date)
    or (${isAtStage('notReturned', today)} and r.end_date <= ${by.collect}::date))`,
  )

const IS_ANSWERED = sql`(r.status <> 'pending')`

const CONDITIONS: Readonly<Record<PanelFilter, (today: CalendarDate) => RawBuilder<boolean>>> = {
  action: (today) => needsAction(today, { deliver: addDays(today, 1), collect: today }),
  upcoming: (today) => isAtStage('beforeDelivery', today),
  out: (today) => isLive(today, isAtStage('notReturned', today)),
  due: (today) =>
    isLive(
      today,
      sql<boolean>`${isAtStage(['out'], today)}
        and r.end_date <= ${addDays(today, DUE_WITHIN_DAYS)}::date`,
    ),
  late: (today) => isLive(today, isAtStage('pastDue', today)),
  done: (today) => isAtStage('over', today),
  all: () => sql`true`,
}

/** Whether the rental `r` is in this tab. */
export const passesFilter = (filter: PanelFilter, today: CalendarDate): RawBuilder<boolean> =>
  CONDITIONS[filter](today)

type Order = {
  readonly by: RawBuilder<unknown>
  /** Null for the first page. */
  readonly startingAfter: (after: string | null) => RawBuilder<boolean> | null
  readonly keysOf: (row: PanelRow) => readonly string[]
}

const byStart: Order = {
  by: sql`r.start_date, r.id`,
  startingAfter: (after) => startingAfterDay(sql`r.start_date`, after),
  keysOf: (row) => [row.start_date, row.id],
}

const byEnd: Order = {
  by: sql`r.end_date, r.id`,
  startingAfter: (after) => startingAfterDay(sql`r.end_date`, after),
  keysOf: (row) => [row.end_date, row.id],
}

/** Requests first, then whatever is due first. */
const byDue: Order = {
  by: sql`${IS_ANSWERED}, ${DUE}, r.id`,
  startingAfter: (after) => {
    const from = afterTask(after)
    return from
      ? sql<boolean>`(${IS_ANSWERED}, ${DUE}, r.id) > (${from.isAnswered}::boolean, ${from.day}::date, ${from.id}::uuid)`
      : null
  },
  keysOf: (row) => [String(row.status !== 'pending'), dueDay(row), row.id],
}

const newestFirst: Order = {
  by: sql`r.created_at desc, r.id desc`,
  startingAfter: (after) => {
    const from = decodeNewestFirst(after)
    return from
      ? sql<boolean>`(r.created_at, r.id) < (${from.at}::timestamptz, ${from.id}::uuid)`
      : null
  },
  keysOf: newestFirstKeys,
}

const ORDERS: Readonly<Record<PanelFilter, Order>> = {
  action: byDue,
  upcoming: byStart,
  out: byEnd,
  due: byEnd,
  late: byEnd,
  done: newestFirst,
  all: newestFirst,
}

function startingAfterDay(column: RawBuilder<unknown>, after: string | null) {
  const [day, id] = decodeCursor(after, 2) ?? []
  return parseCalendarDate(day) && parseId(id)
    ? sql<boolean>`(${column}, r.id) > (${day}::date, ${id}::uuid)`
    : null
}

function afterTask(after: string | null): AfterTask | null {
  const [answered, written, writtenId] = decodeCursor(after, 3) ?? []
  const day = parseCalendarDate(written)
  const id = parseId<RentalId>(writtenId)
  return (answered === 'true' || answered === 'false') && day && id
    ? { isAnswered: answered === 'true', day, id }
    : null
}

function dueDay(row: PanelRow): CalendarDate {
  return row.status === 'pending' || row.status === 'confirmed' ? row.start_date : row.end_date
}

export type PanelQuery = {
  readonly filter: PanelFilter
  /** Searches the item's title, names, email addresses and the renter's phone number. */
  readonly q: string | null
  readonly after: string | null
}

/** A page of a tab; `isPartial` when the search has read only the newest rentals. */
export type PanelPage = Page<ListedRental> & { readonly isPartial: boolean }

/** A page of the rentals that pass the filter, in the order of that tab. */
export async function panelRentals(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  { filter, q, after }: PanelQuery,
  today: CalendarDate,
): Promise<PanelPage> {
  const { by, startingAfter, keysOf } = ORDERS[filter]
  const about = await rentalsAbout(db, who, q)
  const first =
    filter === 'action' && !about
      ? firstToDo(who, today, PAGE_SIZE + 1, afterTask(after))
      : sql`select r.id from ${about?.rentals ?? sql`rentals r`}
          where ${about?.matches ?? isOwn(who)} and ${CONDITIONS[filter](today)}
            and ${startingAfter(after) ?? sql`true`}
          order by ${by} limit ${sql.lit(PAGE_SIZE + 1)}`
  // Alone, so that whatever it costs to find them, these are read by their ids.
  const { ids } = await db
    .selectNoFrom(sql<RentalId[]>`array(${first})`.as('ids'))
    .executeTakeFirstOrThrow()
  const list = panelTables(db)
    .select(panelColumns)
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .orderBy(by)
  const page = toPage(await list.execute(), keysOf)
  const late = filter === 'late' ? page.rows.map(({ id }) => id) : []
  const [nexts, stars] = await Promise.all([nextRentals(db, late), starsOfRequests(db, page.rows)])
  const shaped = page.rows.map((row) => ({
    ...shapeListed(row, who, today, stars),
    next: nexts.get(row.id) ?? null,
  }))
  return { rows: shaped, next: page.next, isPartial: about?.isPartial ?? false }
}

/**
 * How many rentals each tab has: of the live ones, or of all search results. Above `max` only the
 * tab of all is counted, as one more.
 */
export async function countPanel(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  q: string | null,
  today: CalendarDate,
  max = MAX_COUNTED,
): Promise<PanelCounts> {
  const about = await rentalsAbout(db, who, q)
  const each = panelFilters.map((filter) =>
    sql<number>`(count(*) filter (where ${CONDITIONS[filter](today)}))::int`.as(filter),
  )
  const counted = about
    ? sql`${about.rentals} where ${about.matches}`
    : sql`rentals r where ${isAtStage('live', today)} and ${isOwn(who)}`
  const columns = sql.join(stageColumns.map((column) => sql.ref(column)))
  const counts: Record<PanelFilter, number> = await db
    .selectFrom(sql`(select ${columns} from ${counted} limit ${sql.lit(max + 1)})`.as('r'))
    .select(each)
    .executeTakeFirstOrThrow()
  if (counts.all > max) return { ...UNCOUNTED, all: about ? counts.all : null }
  return about ? counts : { ...counts, done: null, all: null }
}

const UNCOUNTED: PanelCounts = {
  action: null,
  upcoming: null,
  out: null,
  due: null,
  late: null,
  done: null,
  all: null,
}

/** How many rentals need a step by this person, counted up to one more than `MAX_COUNTED`. */
export async function countNeedingAction(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  today: CalendarDate,
): Promise<number> {
  const waiting = sql`from ${toDo(who, today, MAX_COUNTED + 1)}`
  const { total } = await db.selectNoFrom(countedIn(waiting).as('total')).executeTakeFirstOrThrow()
  return total
}

export function shapeListed(
  row: PanelRow,
  who: ClosetOwner | Admin,
  today: CalendarDate,
  stars: ReadonlyMap<PersonId, RatingSum>,
): ListedRental {
  return {
    ...shapePanelRow(row, who, today),
    renterPhone: row.renter_phone,
    deliveryAddress: row.delivery_address,
    deliveryNotes: row.delivery_notes,
    next: null,
    renterStars: (row.status === 'pending' && stars.get(row.renter_id)) || null,
  }
}
