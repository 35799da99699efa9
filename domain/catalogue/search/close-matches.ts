import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'

const MAX_SHOWN = 12

/** The most similar titles to compare. */
const MAX_COMPARED = 200

/** The similarity threshold; the default of 0.6 misses most errors in short words. */
const SIMILAR = '0.4'

/** Items whose titles are spelled almost like the words, most similar first. */
export async function closeMatches(db: DbOrTx, words: string): Promise<ItemId[]> {
  const rows = await db
    // The index reads the threshold from a setting, set here for this statement only.
    .selectFrom(
      db
        .selectNoFrom(
          sql<string>`set_config('pg_trgm.word_similarity_threshold', ${SIMILAR}, true)`.as('set'),
        )
        .offset(sql.lit(0))
        .as('s'),
    )
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select(['i.id', 'i.title', 'i.created_at'])
          .where('i.deleted_at', 'is', null)
          .where(isPublic)
          .where(sql<boolean>`${words} <% i.title`)
          .where('s.set', 'is not', null)
          .limit(MAX_COMPARED)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select('i.id')
    .orderBy(sql`word_similarity(${words}, i.title) desc, i.created_at desc, i.id desc`)
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ id }) => id)
}
