import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { documentQuery, isFree, searchedColumns, wordsOf } from './conditions.ts'
import { type Counted, type ValueCounts, valueCounts } from './counted-values.ts'
import { comesAfter, exactInstant, type Hit, inOrder, priceKey } from './hits.ts'
import type { SearchCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

/**
 * Two CTEs for a statement: `found`, the first `maxFound + 1` items that the index of words finds,
 * and `candidates`, the public ones among them. Both are read only as far as the statement needs.
 */
export function candidates(
  db: DbOrTx,
  document: RawBuilder<unknown> | null,
  rankedBy: RawBuilder<unknown> | null,
  maxFound: number,
) {
  const rank = rankedBy
    ? sql<number>`(select ts_rank(s.doc, ${rankedBy}) from item_search s where s.item_id = i.id)`
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
    .with('candidates', (from) =>
      from
        .selectFrom('found as f')
        .innerJoinLateral(
          (items) =>
            items
              .selectFrom('clothing_items as i')
              .select([...searchedColumns, priceKey])
              .whereRef('i.id', '=', 'f.id')
              .where(isPublic)
              // Reads each by id; a plain join could start by reading all items.
              .offset(sql.lit(0))
              .as('i'),
          (join) => join.onTrue(),
        )
        .select([...searchedColumns, 'i.price_key'])
        .select(rank.as('rank')),
    )
}

export type Gather = {
  readonly order: SearchCursor['order']
  readonly place: SearchCursor | null
  /** How many hits a page needs. */
  readonly limit: number
  /** The most items of the index to read. */
  readonly maxFound: number
  /** Which values to count, on the first page only. */
  readonly counted: readonly Counted[]
}

export type Gathered = {
  readonly hits: readonly Hit[]
  /** On the first page: all hits, counted up to `MAX_COUNTED_HITS`, and one more for more than that. */
  readonly total: number
  /** Null when there are more than `MAX_COUNTED_HITS`. */
  readonly values: ValueCounts | null
  /** Whether everything that the index found was read; otherwise hits may be missing. */
  readonly isComplete: boolean
}

/**
 * Reads all items that the index of words finds, sorts them, and checks their calendars until there
 * is a page and, for the first page, a total. For rare hits.
 */
export async function gather(
  db: DbOrTx,
  query: SearchQuery,
  { order, place, limit, maxFound, counted }: Gather,
  today: CalendarDate,
): Promise<Gathered> {
  const words = order === 'relevance' ? wordsOf(query) : null
  const rows = await candidates(db, documentQuery(query), words, maxFound)
    .with('hits', (from) =>
      from
        .selectFrom((sorted) =>
          sorted
            .selectFrom('candidates as i')
            .select([...searchedColumns, 'i.price_key', 'i.rank'])
            .where(comesAfter(place))
            .orderBy(inOrder(order))
            // Sorted before their calendars are read, since few of these are needed.
            .offset(sql.lit(0))
            .as('i'),
        )
        .select([...searchedColumns, 'i.price_key', 'i.rank'])
        .where(isFree(query, today))
        .orderBy(inOrder(order))
        .limit(place ? limit : MAX_COUNTED_HITS + 1),
    )
    .with('page', (from) =>
      from
        .selectFrom('hits as i')
        .select(['i.id', 'i.created_at', 'i.credits_per_day', 'i.price_key', 'i.rank'])
        .orderBy(inOrder(order))
        .limit(limit),
    )
    .with('counts', (from) =>
      from.selectNoFrom((select) => [
        select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
        select.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('total'),
        valueCounts(
          place ? [] : counted,
          sql`hits i where (select count(*) from hits) <= ${sql.lit(MAX_COUNTED_HITS)}`,
        ).as('values'),
      ]),
    )
    .selectFrom('counts as c')
    .leftJoin('page as i', (join) => join.onTrue())
    .select(['c.found', 'c.total', 'c.values', 'i.id', 'i.credits_per_day as price'])
    .select([exactInstant.as('at'), sql<string>`i.rank::text`.as('rank')])
    .orderBy(inOrder(order))
    .execute()
  const [first] = rows
  const total = first?.total ?? 0
  return {
    hits: rows.flatMap(({ id, price, at, rank }) =>
      id === null || price === null ? [] : [{ id, price, at, rank }],
    ),
    total,
    values: total > MAX_COUNTED_HITS ? null : (first?.values ?? []),
    isComplete: (first?.found ?? 0) <= maxFound,
  }
}

/** All hits, counted up to `max`; null when the index finds more than `maxFound`. */
export async function countGathered(
  db: DbOrTx,
  query: SearchQuery,
  { maxFound, max }: { readonly maxFound: number; readonly max: number },
  today: CalendarDate,
): Promise<number | null> {
  const { found, total } = await candidates(db, documentQuery(query), null, maxFound)
    .with('counted', (from) =>
      from.selectFrom('candidates as i').select('i.id').where(isFree(query, today)).limit(max),
    )
    .with('total', (from) =>
      from.selectFrom('counted').select(sql<number>`count(*)::int`.as('total')),
    )
    .selectFrom('total')
    .select('total')
    // Once `max` hits are counted, further items of the index do not matter.
    .select(
      sql<number | null>`case when total < ${max} then (select count(*)::int from found) end`.as(
        'found',
      ),
    )
    .executeTakeFirstOrThrow()
  return (found ?? 0) > maxFound ? null : total
}
