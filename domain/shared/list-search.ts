import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { MAX_NEWEST } from './show-counted.ts'

// Searches of lists. Few matches are found by an index. With many, or with words too short for an
// index, the first rows of the list are searched, the newest ones in most, so that as many are read in
// a large shop.

/** What a search reads at most. */
export type SearchLimits = {
  /** Up to this many rows that match the words are found by an index. */
  readonly matches: number
  /** Otherwise so many of the newest ones are searched, or of the first ones in another order. */
  readonly newest: number
}

export const SEARCH_LIMITS: SearchLimits = { matches: 1000, newest: MAX_NEWEST }

export type ListSearch = {
  /** Whether the search finds a row of the list. */
  readonly isFound: RawBuilder<boolean>
  /** Whether any row has the words, however many rows there are. */
  readonly matches: RawBuilder<boolean>
  /** The list has more rows, which were not searched. */
  readonly isPartial: boolean
}

export type SearchedList = {
  /** What the list calls its rows, and `matches` those of `newest`. */
  readonly row: string
  /**
   * The ids of all rows that match the words, by an index; null with more than `max`. Without it only
   * the newest rows are searched.
   */
  readonly few?: (max: number) => Promise<readonly string[] | null>
  /** SQL of the rows that pass the list's filter, in its order: `select id, … order by …`. */
  readonly newest: RawBuilder<unknown>
  readonly matches: RawBuilder<boolean>
}

/** A search for words, or only for a condition that no index has. */
export async function searchList(
  db: DbOrTx,
  pattern: string | null,
  { row, few, newest, matches }: SearchedList,
  max = SEARCH_LIMITS,
): Promise<ListSearch> {
  const id = sql.ref(`${row}.id`)
  const ids = few && pattern && isIndexed(pattern) ? await few(max.matches) : null
  if (ids) return { isFound: sql`${id} = any(${ids})`, matches, isPartial: false }
  const { rows } = await sql`${newest} offset ${sql.lit(max.newest)} limit 1`.execute(db)
  return {
    isFound: sql`${id} = any(array(
      select ${id} from (${newest} limit ${sql.lit(max.newest)}) ${sql.ref(row)}
      where ${matches}))`,
    matches,
    isPartial: rows.length > 0,
  }
}

/** Three letters or digits in a row: shorter words are in no index of trigrams. */
export const isIndexed = (pattern: string) => /[\p{L}\p{N}]{3}/u.test(pattern)

/** The ids that `select id from …` finds; null with more than `max`. */
export async function idsUpTo<Of extends string>(
  db: DbOrTx,
  max: number,
  found: RawBuilder<unknown>,
): Promise<readonly Of[] | null> {
  const { ids } = await db
    .selectNoFrom(sql<Of[]>`array(${found} limit ${sql.lit(max + 1)})`.as('ids'))
    .executeTakeFirstOrThrow()
  return ids.length > max ? null : ids
}

/** As the index of people has them; of `p`, a row of `user_profiles`. */
export const NAME_AND_EMAIL = sql<string>`p.full_name || ' ' || p.email`

/** The rows of a table whose person, in this column, has these words in name or email address. */
export async function ofFewPeople(
  db: DbOrTx,
  max: number,
  pattern: string,
  rowsOf: (people: readonly string[]) => RawBuilder<unknown>,
): Promise<readonly string[] | null> {
  const named = sql`select p.id from user_profiles p where ${NAME_AND_EMAIL} ilike ${pattern}`
  const people = await idsUpTo(db, max, named)
  return people && (await idsUpTo(db, MAX_NEWEST, rowsOf(people)))
}

/**
 * Whether the person with this id has these words in name or email address. A subquery, so that no
 * more people are read than there are rows to search.
 */
export const isNamed = (id: RawBuilder<unknown>, pattern: string) =>
  sql<boolean>`(select ${NAME_AND_EMAIL} from user_profiles p where p.id = ${id}) ilike ${pattern}`
