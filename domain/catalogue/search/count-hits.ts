import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { documentQuery, hasFacets, isFree, searchedColumns } from './conditions.ts'
import type { Estimate } from './expected-hits.ts'
import { countGathered } from './gather.ts'
import type { Run } from './run.ts'
import type { SearchQuery } from './search-query.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

const MANY = MAX_COUNTED_HITS + 1

/** All hits, counted up to `MAX_COUNTED_HITS`; null when there are too many items to check. */
export async function countHits(
  db: DbOrTx,
  query: SearchQuery,
  expected: Estimate,
  { today, bounds }: Run,
): Promise<number | null> {
  const { window } = bounds
  const inWindow = expected.hits(query) * Math.min(1, window / Math.max(1, expected.items))
  // Some are not public or not free, hence the factor. A wrong estimate only costs time.
  if (inWindow > 1.2 * MANY && (await countAnywhere(db, query, window, today)) === MANY) return MANY
  return countGathered(db, query, { maxFound: bounds.gathered, max: MANY }, today)
}

/**
 * Counts the hits among some rows in storage order, the quickest way to find out that there are
 * many: nothing is sorted, and the index of words need not list everything.
 */
async function countAnywhere(
  db: DbOrTx,
  query: SearchQuery,
  window: number,
  today: CalendarDate,
): Promise<number> {
  const items = query.q === '' ? someItems(db, query, window) : someWithWords(db, query, window)
  const hits = db.selectFrom(items).select('i.id').where(isFree(query, today)).limit(MANY)
  const { total } = await db
    .selectFrom(hits.as('hits'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function someItems(db: DbOrTx, query: SearchQuery, window: number) {
  return db
    .selectFrom(
      db
        .selectFrom('clothing_items as i')
        .select([...searchedColumns, 'i.is_public'])
        .limit(window)
        .as('i'),
    )
    .select(searchedColumns)
    .where(isPublic)
    .where(hasFacets(query))
    .as('i')
}

function someWithWords(db: DbOrTx, query: SearchQuery, window: number) {
  return db
    .selectFrom(db.selectFrom('item_search').select(['item_id', 'doc']).limit(window).as('s'))
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select(searchedColumns)
          .whereRef('i.id', '=', 's.item_id')
          .where(isPublic)
          .offset(sql.lit(0))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(searchedColumns)
    .where(sql<boolean>`s.doc @@ ${documentQuery(query)}`)
    .as('i')
}
