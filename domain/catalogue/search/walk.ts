import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { allOf, hasFacets, hasWords, isFree, searchedColumns } from './conditions.ts'
import { comesAfter, exactInstant, type Hit, inOrder, priceKey } from './hits.ts'
import type { SearchCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'

export type Walk = {
  readonly order: 'newest' | 'price'
  readonly place: SearchCursor | null
  /** The most items to read. */
  readonly window: number
  /** The number of hits at which the walk ends. */
  readonly limit: number
}

/** Reads public items in order and keeps the hits. For frequent hits. */
export async function walk(
  db: DbOrTx,
  query: SearchQuery,
  { order, place, window, limit }: Walk,
  today: CalendarDate,
): Promise<Hit[]> {
  const inWindow = publicItems(db, order, place).select([...searchedColumns, priceKey])
  return db
    .selectFrom(inWindow.limit(window).as('i'))
    .select(['i.id', 'i.credits_per_day as price', exactInstant.as('at'), sql.lit('').as('rank')])
    .where(allOf([hasFacets(query), hasWords(query), isFree(query, today)]))
    .orderBy(inOrder(order))
    .limit(limit)
    .execute()
}

/** The last item of a window; null when there are fewer items. */
export async function lastOfWindow(
  db: DbOrTx,
  { order, place, window }: Omit<Walk, 'limit'>,
): Promise<Hit | null> {
  const row = await publicItems(db, order, place)
    .select(['i.id', 'i.credits_per_day as price', exactInstant.as('at'), sql.lit('').as('rank')])
    .offset(window - 1)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** `order by` expressions on items exactly as in the indexes. */
const inIndexOrder = {
  newest: sql`i.created_at desc, i.id desc`,
  price: sql`-i.credits_per_day desc, i.created_at desc, i.id desc`,
} as const

function publicItems(db: DbOrTx, order: Walk['order'], place: SearchCursor | null) {
  return db
    .selectFrom('clothing_items as i')
    .where(isPublic)
    .where(comesAfter(place))
    .orderBy(inIndexOrder[order])
}
