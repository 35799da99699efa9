import { type RawBuilder, sql } from 'kysely'
import type { ItemId } from '#db/ids.ts'
import type { SearchCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'

/** An item that was found, with the keys of every order as text, as in a cursor. */
export type Hit = {
  readonly id: ItemId
  /** Credits a day. */
  readonly price: number
  /** With microseconds. */
  readonly at: string
  /** How well the words match; '' unless sorted by it. */
  readonly rank: string
}

type Order = SearchCursor['order']

/**
 * The price as a sort key: negated, as in the index `public_items_by_price`, so that the cheapest
 * comes first. A column of every ordered subquery, because with an expression in the outer
 * statement, PostgreSQL would sort all rows again.
 */
export const priceKey = sql<number>`-i.credits_per_day`.as('price_key')

/** The first key of an order; all keys are descending, so that one comparison finds the place. */
const firstKeys = { newest: null, price: sql`i.price_key`, relevance: sql`i.rank` } as const

/** SQL for `order by`, for rows called `i` with their keys as columns. */
export function inOrder(order: Order): RawBuilder<unknown> {
  const first = firstKeys[order]
  return first
    ? sql`${first} desc, i.created_at desc, i.id desc`
    : sql`i.created_at desc, i.id desc`
}

/** Whether a row called `i` comes after a place. */
export function comesAfter(place: SearchCursor | null): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  const at = sql`${place.at}::timestamptz, ${place.id}::uuid`
  switch (place.order) {
    case 'newest':
      return sql<boolean>`(i.created_at, i.id) < (${at})`
    case 'price':
      return sql<boolean>`(-i.credits_per_day, i.created_at, i.id) < (-${place.key}::int, ${at})`
    case 'relevance':
      return sql<boolean>`(i.rank, i.created_at, i.id) < (${place.key}::real, ${at})`
  }
}

/** The instant of a row called `i` as text: a JavaScript date has no microseconds. */
export const exactInstant = sql<string>`to_char(i.created_at at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The place after a hit. */
export function placeAfter(
  hit: Hit,
  order: Order,
  known: Pick<SearchCursor, 'skipped' | 'total'>,
): SearchCursor {
  const key = { newest: '', price: String(hit.price), relevance: hit.rank }[order]
  return { order, key, at: hit.at, id: hit.id, ...known }
}

/** There is no index by relevance, so frequent hits are shown newest first instead. */
export function walkedOrder({ sort }: SearchQuery): 'newest' | 'price' {
  return sort === 'price' ? 'price' : 'newest'
}
