import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { MAX_NEWEST } from './show-counted.ts'

// Searches of lists. Few matches are found by index. With many matches, or words too short for an
// index, only the first rows of the list are searched, mostly the newest ones, so that the number
// of rows read is bounded.

/** The most that a search reads. */
export type SearchLimits = {
  /** With at most this many rows that match the words, they are found by index. */
  readonly matches: number
  /** Otherwise, this many of the first rows are searched, mostly the newest ones. */
  readonly newest: number
}

export const SEARCH_LIMITS: SearchLimits = { matches: 1000, newest: MAX_NEWEST }

export type ListSearch = {
  /** Whether the search finds a row of the list. */
  readonly isFound: RawBuilder<boolean>
  /** Whether a row has the words, without the limit. */
  readonly matches: RawBuilder<boolean>
  /** The list has more rows, which were not searched. */
  readonly isPartial: boolean
}

export type SearchedList = {
  /** The alias of the list's rows, and of the rows of `newest` in `matches`. */
  readonly row: string
  /**
   * The ids of all rows that match the words, by index; null with more than `max`. Without this
   * function only the newest rows are searched.
   */
  readonly findByIndex?: (max: number) => Promise<readonly string[] | null>
  /** SQL for the rows that pass the list's filter, in its order: `select id, … order by …`. */
  readonly newest: RawBuilder<unknown>
  readonly matches: RawBuilder<boolean>
}

/** A search for words, or for a condition without an index. */
export async function searchList(
  db: DbOrTx,
  pattern: string | null,
  { row, findByIndex, newest, matches }: SearchedList,
  max = SEARCH_LIMITS,
): Promise<ListSearch> {
  const id = sql.ref(`${row}.id`)
  const ids = findByIndex && pattern && isIndexed(pattern) ? await findByIndex(max.matches) : null
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

/** Needs three letters or digits in a row: trigram indexes cannot find shorter words. */
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

/** The indexed expression of people; `p` is a row of `user_profiles`. */
export const NAME_AND_EMAIL = sql<string>`p.full_name || ' ' || p.email`

/** The rows whose person has these words in their name or email address; null with too many. */
export async function idsByPerson(
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
 * SQL: whether the person with this id has these words in their name or email address. A subquery,
 * so that people are read only for the searched rows.
 */
export const isNamed = (id: RawBuilder<unknown>, pattern: string) =>
  sql<boolean>`(select ${NAME_AND_EMAIL} from user_profiles p where p.id = ${id}) ilike ${pattern}`
