import { type RawBuilder, sql } from 'kysely'

/**
 * Words for the same color, as the text search of PostgreSQL stems them: items have the first one,
 * and shoppers type what the site shows.
 */
const SYNONYMS = [
  ['grey', 'gray'],
  ['multi', 'multicolor'],
] as const

type Synonyms = (typeof SYNONYMS)[number]

/** Those of which one may be among the typed words. */
export function synonymsIn(typed: string): readonly Synonyms[] {
  const lower = typed.toLowerCase()
  return SYNONYMS.filter((words) => words.some((word) => lower.includes(word)))
}

/** The words that find the same as this one, with it. */
export function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.find((words) => words.some((one) => one === word)) ?? [word]
}

/** The typed words as a query of documents, which finds their synonyms too. */
export function searchFor(typed: string): RawBuilder<unknown> {
  return synonymsIn(typed)
    .flatMap((words) => words.map((word) => [word, words.join('|')] as const))
    .reduce(
      (query, [word, any]) => sql`ts_rewrite(${query}, ${word}::tsquery, ${any}::tsquery)`,
      sql`websearch_to_tsquery('english', ${typed})`,
    )
}
