import { type RawBuilder, sql } from 'kysely'

/**
 * Words for the same color, as stemmed by PostgreSQL's text search: items have the first one, while
 * shoppers type the one that the site shows.
 */
const SYNONYMS = [
  ['grey', 'gray'],
  ['multi', 'multicolor'],
] as const

type Synonyms = (typeof SYNONYMS)[number]

/** The synonyms that may occur in the typed text. */
export function synonymsIn(typed: string): readonly Synonyms[] {
  const lower = typed.toLowerCase()
  return SYNONYMS.filter((words) => words.some((word) => lower.includes(word)))
}

/** This word and its synonyms. */
export function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.find((words) => words.some((one) => one === word)) ?? [word]
}

/** The typed words as a tsquery that finds their synonyms too. */
export function searchFor(typed: string): RawBuilder<unknown> {
  return synonymsIn(typed)
    .flatMap((words) => words.map((word) => [word, words.join('|')] as const))
    .reduce(
      (query, [word, any]) => sql`ts_rewrite(${query}, ${word}::tsquery, ${any}::tsquery)`,
      sql`websearch_to_tsquery('english', search_text(${typed}))`,
    )
}
