import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { isOut, isPublic } from '#domain/catalogue/items/fields/item-columns.ts'
import {
  idsUpTo,
  type ListSearch,
  SEARCH_LIMITS,
  type SearchedList,
  type SearchLimits,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { containing } from '#domain/shared/lists/page.ts'
import type { ListingFilter } from './listing-filters.ts'

/** How the listings of all admins are read. */
export type ListingsFound = {
  /** SQL of the newest listings `i` that meet a condition: `id` and `created_at`. */
  readonly newest: (condition: RawBuilder<unknown>, max: number) => RawBuilder<unknown>
  readonly isInPart: RawBuilder<boolean>
  /** Null when an index has the listings in this order, which none has for rented ones. */
  readonly search: ListSearch | null
}

const PARTS = {
  all: sql<boolean>`true`,
  free: isPublic,
  rented: sql<boolean>`(not i.available or ${isOut})`,
  paused: sql<boolean>`i.paused`,
} as const

export async function findListings(
  db: DbOrTx,
  wanted: { readonly q: string; readonly filter: ListingFilter },
  limits = SEARCH_LIMITS,
): Promise<ListingsFound> {
  const admins = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', sql.lit('admin' as const))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const newest = (condition: RawBuilder<unknown>, max: number) =>
    newestOf(
      admins.map(({ id }) => id),
      condition,
      max,
    )
  const search = await searchListings(db, wanted, newest, limits)
  return { newest, isInPart: PARTS[wanted.filter], search }
}

/**
 * SQL of the newest items `i` of each of these people. The ids are literals, so that the planner
 * knows how many items each person has and merges them in the order of an index.
 */
function newestOf(
  owners: readonly PersonId[],
  condition: RawBuilder<unknown>,
  max: number,
): RawBuilder<unknown> {
  const each = owners.map(
    (owner) => sql`(select i.id, i.created_at, i.title, i.available, i.advance_booking
      from clothing_items i
      where i.business_id = ${sql.lit(owner)} and i.deleted_at is null and ${condition}
      order by i.created_at desc, i.id desc limit ${sql.lit(max)})`,
  )
  return sql.join(each, sql` union all `)
}

async function searchListings(
  db: DbOrTx,
  { q, filter }: { readonly q: string; readonly filter: ListingFilter },
  newest: (condition: RawBuilder<unknown>, max: number) => RawBuilder<unknown>,
  limits: SearchLimits,
): Promise<ListSearch | null> {
  const words = containing(q)
  const isRented = filter === 'rented'
  if (!words && !isRented) return null
  const isTitled = words ? sql<boolean>`i.title ilike ${words}` : sql<boolean>`true`
  const titled = sql`select i.id from clothing_items i where i.deleted_at is null and ${isTitled}`
  const searched = newest(isRented ? sql`true` : PARTS[filter], limits.newest + 1)
  const list: SearchedList = {
    row: 'i',
    findByIndex: (max) => idsUpTo(db, max, titled),
    newest: sql`select id, title, available, advance_booking from (${searched}) newest
      order by created_at desc, id desc`,
    matches: isRented ? sql<boolean>`(${isTitled} and ${PARTS.rented})` : isTitled,
  }
  return await searchList(db, words, list, limits)
}
