import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { rentalsForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import { isAtStage, stageColumns } from '#domain/booking/rentals/stage/stage-sql.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { MAX_COUNTED, PAGE_SIZE, type Page, toPage } from '#domain/shared/lists/page.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { toDo } from './due-tasks.ts'
import { type PanelCounts, type PanelFilter, panelFilters } from './panel-filters.ts'
import { firstOfTab, ORDERS, passesFilter } from './panel-tabs.ts'
import { isOwn, type PanelRow, panelRows, shapePanelRow } from './rental-panel.ts'
import { rentalsAbout } from './rental-search.ts'
import { type RenterMarks, renterMarks } from './renter-marks.ts'
import { starsOfRequests } from './renter-stars.ts'
import { type NextRental, nextRentals } from './risks.ts'
import { detailsOf } from './shown-rental.ts'

// The list of rentals that a closet or an admin manages: its pages, counts and search.

/** A rental in a list, with its renter's contact details. */
export type ListedRental = Omit<ReturnType<typeof shapeListed>, 'next'> & {
  /** The next rental of the item; only in the tab of late rentals. */
  readonly next: NextRental | null
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
    (about ? null : firstOfTab(who, filter, after, today)) ??
    sql`select r.id from ${about?.rentals ?? sql`rentals r`}
      where ${about?.matches ?? isOwn(who)} and ${passesFilter(who, filter, today)}
        and ${startingAfter(after) ?? sql`true`}
      order by ${by} limit ${sql.lit(PAGE_SIZE + 1)}`
  // A separate statement, so that the rows below are always read by id.
  const { ids } = await db
    .selectNoFrom(sql<RentalId[]>`array(${first})`.as('ids'))
    .executeTakeFirstOrThrow()
  const list = panelRows(db).where('r.id', 'in', ids).orderBy(by)
  const page = toPage(await list.execute(), keysOf)
  const late = filter === 'late' ? page.rows.map(({ id }) => id) : []
  const [nextByRental, requests, forOthers] = await Promise.all([
    nextRentals(db, late),
    aboutRequests(db, page.rows),
    rentalsForOthers(db, who, page.rows),
  ])
  const shaped = page.rows.map((row) => ({
    ...shapeListed(row, who, today, { ...requests, forOthers }),
    next: nextByRental.get(row.id) ?? null,
  }))
  return { rows: shaped, next: page.next, isPartial: about?.isPartial ?? false }
}

/**
 * How many rentals each tab has, of the live ones or of all search results. Above `max`, only a
 * search's tab "all" has a count: `max + 1`.
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
    sql<number>`(count(*) filter (where ${passesFilter(who, filter, today)}))::int`.as(filter),
  )
  const counted = about
    ? sql`${about.rentals} where ${about.matches}`
    : sql`rentals r where ${isAtStage('live', today)} and ${isOwn(who)}`
  const columns = sql.join(
    [...stageColumns, 'r.renter_id', 'r.owner_id', 'r.proposed_at'].map((column) =>
      sql.ref(column),
    ),
  )
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

/** What a closet reads about the renters of requests before it answers them. */
type AboutRequests = {
  readonly stars: ReadonlyMap<PersonId, RatingSum>
  readonly marks: ReadonlyMap<RentalId, RenterMarks>
}

export async function aboutRequests(
  db: DbOrTx,
  rows: readonly Pick<PanelRow, 'id' | 'status' | 'renter_id'>[],
): Promise<AboutRequests> {
  const asking = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const [stars, marks] = await Promise.all([starsOfRequests(db, rows), renterMarks(db, asking)])
  return { stars, marks }
}

export function shapeListed(
  row: PanelRow,
  who: ClosetOwner | Admin,
  today: CalendarDate,
  { stars, marks, forOthers }: AboutRequests & { readonly forOthers: ReadonlySet<RentalId> },
) {
  return {
    ...shapePanelRow(row, who, today, forOthers),
    ...detailsOf(row),
    next: null,
    /** Stars from closets, while it is a request; null without any, or once answered. */
    renterStars: (row.status === 'pending' && stars.get(row.renter_id)) || null,
    /** What other rentals of the renter came to, likewise. */
    renterMarks: marks.get(row.id) ?? null,
  }
}
