import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { lexemesOf } from './conditions.ts'
import type { SearchQuery } from './search-query.ts'

/** The word of the row that counts all items; no other word is empty. */
export const ALL_ITEMS = ''

export type Expected = {
  /** How many items have the words and facets, dates aside, as if these were independent. */
  readonly hits: number
  /** Whether the words mean anything to search for: 'the' and '?!' do not. */
  readonly hasWords: boolean
}

/** Good enough to choose a plan. Words without a count are rare. */
export async function expectedHits(db: DbOrTx, query: SearchQuery): Promise<Expected> {
  const words = sql<string[]>`tsvector_to_array(to_tsvector('english', ${query.q}))`
  const alternatives = lexemesOf(query)
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('search_word_counts')
        .select(
          sql<[string, number][]>`coalesce(json_agg(json_build_array(word, items)), '[]')`.as('n'),
        )
        .where(sql<boolean>`word = any(${[ALL_ITEMS, ...alternatives.flat()]}::text[] || ${words})`)
        .as('counts'),
      words.as('typed'),
      sql<number>`numnode(websearch_to_tsquery('english', ${query.q}))`.as('nodes'),
    ])
    .executeTakeFirstOrThrow()
  const counts = new Map(row.counts)
  const all = counts.get(ALL_ITEMS) ?? 0
  const share = (lexemes: readonly string[]) =>
    lexemes.reduce((sum, lexeme) => sum + (counts.get(lexeme) ?? 0), 0) / Math.max(1, all)
  const shares = [...alternatives.map(share), ...row.typed.map((word) => share([word]))]
  return { hits: shares.reduce((hits, one) => hits * one, all), hasWords: row.nodes > 0 }
}
