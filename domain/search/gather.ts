import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/items/items.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { documentQuery, isFree, searchedColumns, wordsOf } from './conditions.ts'
import { comesAfter, exactInstant, type Hit, inOrder } from './hits.ts'
import type { SearchCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'

/**
 * Two tables for a statement: `found`, the first `maxFound + 1` items that the index of words finds, and
 * `hits`, those of them that are public and free.
 */
export function gathered(db: DbOrTx, query: SearchQuery, maxFound: number, today: CalendarDate) {
  const document = documentQuery(query)
  const words = query.sort === 'relevance' ? wordsOf(query) : null
  const rank = words
    ? sql<number>`(select ts_rank(s.doc, ${words}) from item_search s where s.item_id = i.id)`
    : sql<number>`0::real`
  return db
    .with('found', (from) =>
      document
        ? from
            .selectNoFrom(sql<string>`items_with_document(${document}, ${maxFound + 1})`.as('id'))
            .$castTo<{ id: ItemId }>()
        : from
            .selectFrom('clothing_items as i')
            .select('i.id')
            .where(isPublic)
            .limit(maxFound + 1),
    )
    .with('hits', (from) =>
      from
        .selectFrom('found as f')
        .innerJoinLateral(
          (items) =>
            items
              .selectFrom('clothing_items as i')
              .select(searchedColumns)
              .whereRef('i.id', '=', 'f.id')
              .where(isPublic)
              // Each by its id: a join could begin by reading all items.
              .offset(sql.lit(0))
              .as('i'),
          (join) => join.onTrue(),
        )
        .select(searchedColumns)
        .select(rank.as('rank'))
        .where(isFree(query, today)),
    )
}

export type Gather = {
  readonly order: SearchCursor['order']
  readonly place: SearchCursor | null
  readonly limit: number
  /** How many items of the index are looked at. */
  readonly maxFound: number
}

export type Gathered = {
  readonly hits: readonly Hit[]
  /** All hits, also those before the page. */
  readonly total: number
  /** Whether the index found no more than was looked at: otherwise hits may be missing. */
  readonly isComplete: boolean
}

/** Reads all items that the index of words finds, and sorts them. For what is found rarely. */
export async function gather(
  db: DbOrTx,
  query: SearchQuery,
  { order, place, limit, maxFound }: Gather,
  today: CalendarDate,
): Promise<Gathered> {
  const rows = await gathered(db, query, maxFound, today)
    .with('page', (from) =>
      from
        .selectFrom('hits as i')
        .select(['i.id', 'i.created_at', 'i.credits_per_day', 'i.rank'])
        .where(comesAfter(place))
        .orderBy(inOrder(order))
        .limit(limit),
    )
    .with('counts', (from) =>
      from.selectNoFrom((select) => [
        select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
        select.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('total'),
      ]),
    )
    .selectFrom('counts as c')
    .leftJoin('page as i', (join) => join.onTrue())
    .select(['c.found', 'c.total', 'i.id', 'i.credits_per_day as price'])
    .select([exactInstant.as('at'), sql<string>`i.rank::text`.as('rank')])
    .orderBy(inOrder(order))
    .execute()
  const [first] = rows
  return {
    hits: rows.flatMap(({ id, price, at, rank }) =>
      id === null || price === null ? [] : [{ id, price, at, rank }],
    ),
    total: first?.total ?? 0,
    isComplete: (first?.found ?? 0) <= maxFound,
  }
}

/** All hits, counted up to `max`; null when the index finds more than was looked at. */
export async function countGathered(
  db: DbOrTx,
  query: SearchQuery,
  { maxFound, max }: { readonly maxFound: number; readonly max: number },
  today: CalendarDate,
): Promise<number | null> {
  const { found, total } = await gathered(db, { ...query, sort: 'newest' }, maxFound, today)
    .with('counted', (from) => from.selectFrom('hits').select('id').limit(max))
    .selectNoFrom((select) => [
      select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
      select.selectFrom('counted').select(sql<number>`count(*)::int`.as('n')).as('total'),
    ])
    .executeTakeFirstOrThrow()
  const count = total ?? 0
  return count < max && (found ?? 0) > maxFound ? null : count
}
