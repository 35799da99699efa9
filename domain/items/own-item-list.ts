import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { containing, PAGE_SIZE } from '#domain/shared/page.ts'
import { isDraft, isOut } from './item-columns.ts'
import {
  type OwnItemFilter,
  type OwnItemSort,
  ownItemFilters,
  ownItemSorts,
} from './own-item-filters.ts'
import { type OwnItem, ownItemRows, shapeOwnItem } from './own-items.ts'

// The list of a closet's items. It has numbered pages: one closet's items are few enough to be
// counted and sorted.

export type OwnItemQuery = {
  /** Searches the titles. */
  readonly q: string
  readonly filter: OwnItemFilter
}

export type ListedOwnItem = OwnItem & {
  /** Rentals that were not cancelled. */
  readonly timesRented: number
  /** It can be booked ahead, and is with a renter. */
  readonly isOut: boolean
}

export type OwnItemPage = {
  readonly rows: readonly ListedOwnItem[]
  /** How many items each filter finds, with the search applied. */
  readonly counts: Readonly<Record<OwnItemFilter, number>>
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
}

const TIMES_RENTED = sql<number>`(select count(*)::int from rentals r
  where r.item_id = i.id and r.status <> 'cancelled')`

const CONDITIONS: Readonly<Record<OwnItemFilter, RawBuilder<boolean>>> = {
  all: sql`true`,
  available: sql`i.is_public`,
  rented: sql`(not i.available or ${isOut})`,
  paused: sql`i.paused`,
  'needs-photo': isDraft,
  pending: sql`(i.approval_status = 'pending' and not ${isDraft})`,
  denied: sql`(i.approval_status = 'denied')`,
  'never-rented': sql`(not exists (select from rentals r
    where r.item_id = i.id and r.status <> 'cancelled'))`,
}

const ORDERS: Readonly<Record<OwnItemSort, RawBuilder<unknown>>> = {
  newest: sql`i.created_at desc, i.id desc`,
  title: sql`lower(i.title), i.id`,
  'price-low': sql`i.credits_per_day, lower(i.title), i.id`,
  'price-high': sql`i.credits_per_day desc, lower(i.title), i.id`,
  'most-rented': sql`${TIMES_RENTED} desc, lower(i.title), i.id`,
}

/** A filter from the address, or all. */
export function ownItemFilterIn(query: string | null): OwnItemFilter {
  return ownItemFilters.find((known) => known === query) ?? 'all'
}

export function ownItemSortIn(query: string | null): OwnItemSort {
  return ownItemSorts.find((known) => known === query) ?? 'newest'
}

/** The items `i` of a closet that match a search and a filter. */
export function ownItemsWhere(owner: ClosetOwner, { q, filter }: OwnItemQuery) {
  return sql<boolean>`(i.business_id = ${owner.id} and i.deleted_at is null
    and ${CONDITIONS[filter]} and ${titled(q)})`
}

/** A page of the closet's items; a page number after the last one gives the last page. */
export async function ownItems(
  db: DbOrTx,
  owner: ClosetOwner,
  query: OwnItemQuery & { readonly sort: OwnItemSort; readonly page: number },
): Promise<OwnItemPage> {
  const counts = await countEach(db, owner, query.q)
  const pages = Math.max(1, Math.ceil(counts[query.filter] / PAGE_SIZE))
  const page = Math.min(Math.max(1, query.page), pages)
  const rows = await ownItemRows(db)
    .select([TIMES_RENTED.as('times_rented'), isOut.as('is_out')])
    .where(ownItemsWhere(owner, query))
    .orderBy(ORDERS[query.sort])
    .limit(sql.lit(PAGE_SIZE))
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  const shown = rows.map((row) => ({
    ...shapeOwnItem(row),
    timesRented: row.times_rented,
    isOut: row.is_out,
  }))
  return { rows: shown, counts, page, pages }
}

async function countEach(
  db: DbOrTx,
  owner: ClosetOwner,
  q: string,
): Promise<Readonly<Record<OwnItemFilter, number>>> {
  const each = ownItemFilters.map((filter) =>
    sql<number>`(count(*) filter (where ${CONDITIONS[filter]}))::int`.as(filter),
  )
  const counts = await db
    .selectFrom('clothing_items as i')
    .select(each)
    .where('i.business_id', '=', owner.id)
    .where('i.deleted_at', 'is', null)
    .where(titled(q))
    .executeTakeFirstOrThrow()
  return counts
}

function titled(q: string): RawBuilder<boolean> {
  const words = containing(q)
  return words ? sql`i.title ilike ${words}` : sql`true`
}
