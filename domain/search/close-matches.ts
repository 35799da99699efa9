import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { countGathered } from './gather.ts'
import type { Run } from './read-hits.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'

const MAX_SHOWN = 12

/** Whether some public item has the words. */
export async function wordsAreUsed(
  db: DbOrTx,
  { q }: SearchQuery,
  { today, bounds }: Run,
): Promise<boolean> {
  const limits = { maxFound: bounds.gathered, max: 1 }
  return (await countGathered(db, { ...emptySearch, q }, limits, today)) !== 0
}

/** How many similar titles are compared. */
const MAX_COMPARED = 500

/** Half of the letters in common: the default of 0.6 misses most errors in short words. */
const SIMILAR = '0.4'

/** Some items whose titles are spelled almost like the words, the most similar first. */
export async function closeMatches(db: DbOrTx, { q }: SearchQuery): Promise<ItemId[]> {
  if (q === '') return []
  const { rows } = await sql<{ id: ItemId }>`
    select t.id
    -- The index reads the threshold from a setting, which lasts as long as this statement.
    from (select set_config('pg_trgm.word_similarity_threshold', ${SIMILAR}, true) as similar offset 0) s
    cross join lateral (
      select i.id, i.title, i.created_at from clothing_items i
      where i.deleted_at is null and i.is_public and ${q} <% i.title and s.similar is not null
      limit ${MAX_COMPARED}
    ) t
    order by word_similarity(${q}, t.title) desc, t.created_at desc, t.id desc
    limit ${MAX_SHOWN}`.execute(db)
  return rows.map(({ id }) => id)
}
