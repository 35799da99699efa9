import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isDraft, isOut } from '#domain/catalogue/items/fields/item-columns.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { containing, MAX_COUNTED, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import {
  hasEveryItem,
  type OwnItemFilter,
  type OwnItemSort,
  ownItemFilters,
  ownItemSorts,
} from './own-item-filters.ts'
import { type OwnItem, ownItemRows, shapeOwnItem } from './own-items.ts'

// The list of a closet's items. It has numbered pages, since few closets have more items than are
// counted. All items are listed by age; searches, filters and sorting use the newest `MAX_NEWEST`.

export type OwnItemQuery = {
  /** Searches the titles. */
  readonly q: string
  readonly filter: OwnItemFilter
}

type SortedQuery = OwnItemQuery & { readonly sort: OwnItemSort }

export type ListedOwnItem = OwnItem & {
  /** How often it was delivered to a renter. */
  readonly timesRented: number
  /** Whether it can be booked ahead and is with a renter. */
  readonly isOut: boolean
}

export type OwnItemPage = {
  readonly rows: readonly ListedOwnItem[]
  readonly counts: OwnItemCounts
  /** Starts at 1. */
  readonly page: number
  /** Null when the items were not counted. */
  readonly pages: number | null
  readonly hasNext: boolean
}

/**
 * How many items each filter finds, with the search applied. With more than `MAX_COUNTED` items,
 * only `all` has a number: one more than that.
 */
export type OwnItemCounts = Readonly<Record<OwnItemFilter, number | null>> & {
  readonly all: number
}

/** The last page when the items were not counted. */
const MAX_PAGE = 10_000

/** Deliveries of item `i`. They are few, since an item is with one renter at a time. */
const deliveries = sql`from rentals r where r.item_id = i.id and r.delivered_at is not null`
const TIMES_RENTED = sql<number>`(select count(*)::int ${deliveries})`

const CONDITIONS: Readonly<Record<OwnItemFilter, RawBuilder<boolean>>> = {
  all: sql`true`,
  available: sql`i.is_public`,
  rented: sql`(not i.available or ${isOut})`,
  paused: sql`i.paused`,
  'needs-photo': isDraft,
  pending: sql`(i.approval_status = 'pending' and not ${isDraft})`,
  denied: sql`(i.approval_status = 'denied')`,
  'never-rented': sql`(not exists (select ${deliveries}))`,
}

const ORDERS: Readonly<Record<OwnItemSort, RawBuilder<unknown>>> = {
  newest: sql`i.created_at desc, i.id desc`,
  title: sql`lower(i.title), i.id`,
  'price-low': sql`i.credits_per_day, lower(i.title), i.id`,
  'price-high': sql`i.credits_per_day desc, lower(i.title), i.id`,
  'most-rented': sql`${TIMES_RENTED} desc, lower(i.title), i.id`,
}

/** The filter in an address; 'all' by default. */
export function ownItemFilterIn(query: string | null): OwnItemFilter {
  return ownItemFilters.find((known) => known === query) ?? 'all'
}

export function ownItemSortIn(query: string | null): OwnItemSort {
  return ownItemSorts.find((known) => known === query) ?? 'newest'
}

/** The columns that searches, filters, sorting and bulk changes use. */
export const findableColumns = [
  'id',
  'business_id',
  'title',
  'created_at',
  'deleted_at',
  'credits_per_day',
  'is_public',
  'available',
  'paused',
  'approval_status',
  'image_id',
  'advance_booking',
  'turnaround_days',
] as const

/** The newest items of a closet; others are not read. */
export function newestOwnItems(db: DbOrTx, owner: ClosetOwner, max: number) {
  return db
    .selectFrom('clothing_items')
    .select(findableColumns)
    .where('business_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
}

/** The items `i` of a closet that match a search and a filter. */
export function ownItemsWhere(owner: ClosetOwner, { q, filter }: OwnItemQuery) {
  return sql<boolean>`(i.business_id = ${owner.id} and i.deleted_at is null
    and ${CONDITIONS[filter]} and ${titled(q)})`
}

/**
 * A page of the closet's items. A page number after the last one gives the last page, or the first
 * page when the items were not counted.
 */
export async function ownItems(
  db: DbOrTx,
  owner: ClosetOwner,
  query: SortedQuery & { readonly page: number },
  max = MAX_NEWEST,
): Promise<OwnItemPage> {
  const counts = await countEach(db, owner, query.q, max)
  const count = counts.all > MAX_COUNTED ? null : counts[query.filter]
  const pages = count === null ? null : Math.max(1, Math.ceil(count / PAGE_SIZE))
  const page = Math.min(Math.max(1, query.page), pages ?? MAX_PAGE)
  const rows = await rowsOf(db, owner, query, page, max)
  if (rows.length === 0 && page > 1) return await ownItems(db, owner, { ...query, page: 1 }, max)
  const shown = rows.slice(0, PAGE_SIZE).map((row) => ({
    ...shapeOwnItem(row),
    timesRented: row.times_rented,
    isOut: row.is_out,
  }))
  return { rows: shown, counts, page, pages, hasNext: rows.length > PAGE_SIZE }
}

/** The rows of a page, and one more if there is a next page. */
async function rowsOf(
  db: DbOrTx,
  owner: ClosetOwner,
  query: SortedQuery,
  page: number,
  max: number,
) {
  const order = ORDERS[query.sort]
  const readable = hasEveryItem(query.q, query.filter, query.sort) ? MAX_PAGE * PAGE_SIZE + 1 : max
  // Finds the ids first, so that rentals of items before the page are not counted.
  const ids = db
    .selectFrom(newestOwnItems(db, owner, readable).as('i'))
    .select('i.id')
    .where(ownItemsWhere(owner, query))
    .orderBy(order)
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE)
  return await ownItemRows(db)
    .select([TIMES_RENTED.as('times_rented'), isOut.as('is_out')])
    .where('i.id', 'in', ids)
    .orderBy(order)
    .execute()
}

async function countEach(
  db: DbOrTx,
  owner: ClosetOwner,
  q: string,
  max: number,
): Promise<OwnItemCounts> {
  const each = ownItemFilters.map((filter) =>
    sql<number>`(count(*) filter (where ${CONDITIONS[filter]}))::int`.as(filter),
  )
  const found = db
    .selectFrom(newestOwnItems(db, owner, max).as('i'))
    .select(findableColumns)
    .where(titled(q))
    .limit(MAX_COUNTED + 1)
  const counts: Record<OwnItemFilter, number> = await db
    .selectFrom(found.as('i'))
    .select(each)
    .executeTakeFirstOrThrow()
  return counts.all > MAX_COUNTED ? { ...UNCOUNTED, all: counts.all } : counts
}

const UNCOUNTED = {
  available: null,
  rented: null,
  paused: null,
  'needs-photo': null,
  pending: null,
  denied: null,
  'never-rented': null,
} as const satisfies Record<Exclude<OwnItemFilter, 'all'>, null>

function titled(q: string): RawBuilder<boolean> {
  const words = containing(q)
  return words ? sql`i.title ilike ${words}` : sql`true`
}
