import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { lexemesOf } from './conditions.ts'
import type { SearchQuery } from './search-query.ts'
import { synonymsIn, synonymsOf } from './synonyms.ts'

/** The word in the row with the count of all items; no real word is empty. */
export const ALL_ITEMS = ''

/** An estimate of how many items a search finds, good enough to choose a plan. */
export type Estimate = {
  /** All items that can be found. */
  readonly items: number
  /** Whether there are words to search for; 'the' and '?!' are none. */
  readonly hasWords: boolean
  /**
   * How many items have the words and facets of this search or of a part of it, ignoring dates, and
   * assuming that these are independent. Words without a count are rare.
   */
  readonly hits: (part: SearchQuery) => number
}

export async function estimate(db: DbOrTx, query: SearchQuery): Promise<Estimate> {
  const words = sql<string[]>`tsvector_to_array(to_tsvector('english', search_text(${query.q})))`
  const lexemes = [...lexemesOf(query), ...synonymsIn(query.q)].flat()
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('search_word_counts')
        .select(
          sql<[string, number][]>`coalesce(json_agg(json_build_array(word, items)), '[]')`.as('n'),
        )
        .where(sql<boolean>`word = any(${[ALL_ITEMS, ...lexemes]}::text[] || ${words})`)
        .as('counts'),
      words.as('typed'),
      sql<number>`numnode(websearch_to_tsquery('english', search_text(${query.q})))`.as('nodes'),
    ])
    .executeTakeFirstOrThrow()
  const counts = new Map(row.counts)
  const items = counts.get(ALL_ITEMS) ?? 0
  const share = (alternatives: readonly string[]) =>
    Math.min(
      1,
      alternatives.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0) / Math.max(1, items),
    )
  const shareOfWords = row.typed.reduce((product, word) => product * share(synonymsOf(word)), 1)
  return {
    items,
    hasWords: row.nodes > 0,
    hits: (part) =>
      lexemesOf(part).reduce(
        (hits, alternatives) => hits * share(alternatives),
        items * (part.q === '' ? 1 : shareOfWords),
      ),
  }
}
