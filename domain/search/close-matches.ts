import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { countHits, type Run } from './read-hits.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'

const MAX_SHOWN = 12

/**
 * Items whose titles are spelled almost like the words, the most similar first: none when some item
 * has the words.
 */
export async function closeMatches(db: DbOrTx, { q }: SearchQuery, run: Run): Promise<ItemId[]> {
  if (q === '' || (await countHits(db, { ...emptySearch, q }, run)) !== 0) return []
  const rows = await db
    .selectNoFrom(sql<string>`items_of_similar_titles(${q}, ${MAX_SHOWN})`.as('id'))
    .$castTo<{ id: ItemId }>()
    .execute()
  return rows.map(({ id }) => id)
}
