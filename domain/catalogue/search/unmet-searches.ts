import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { SearchQuery } from './search-query.ts'
import { UNMET_DAYS } from './unmet-days.ts'

// Searches without results, by size and category. Today's are stored as marks, one per visitor,
// size and category, so that nobody counts twice; each night they are added to counts.

/** Visitors are identified by numbers below this, so that the marks of a day are bounded. */
export const VISITOR_NUMBERS = 16_384
/** The most marks of a visitor on one day. */
const MAX_MARKS = 20
/** A search for more values of a filter than this counts as for none in particular. */
const MAX_VALUES = 3
/** How many days the counts are stored. */
const STORED_DAYS = 365
/** The most marks to process in a run. */
const MAX_COUNTED_MARKS = 50_000
/** The most combinations to show. */
const MAX_SHOWN = 10

/**
 * Records a search that found nothing, by its sizes and categories. One without either is ignored,
 * since it says nothing about what is missing.
 * @param visitor below `VISITOR_NUMBERS`
 */
export async function recordUnmetSearch(
  db: Db,
  { size, category }: Pick<SearchQuery, 'size' | 'category'>,
  { visitor, today }: { readonly visitor: number; readonly today: CalendarDate },
): Promise<void> {
  const sizes = namedIn(size)
  const categories = namedIn(category)
  const marks = sizes.flatMap((one) => categories.map((other) => [one, other] as const))
  if (marks.every(([one, other]) => one === '' && other === '')) return
  await sql`
    insert into unmet_search_marks (searched_on, visitor, size, category)
    select ${today}::date, ${visitor}::smallint, m.size, m.category
    from unnest(${marks.map(([one]) => one)}::text[], ${marks.map(([, other]) => other)}::text[])
      as m (size, category)
    where (select count(*) from (select from unmet_search_marks
      where searched_on = ${today}::date and visitor = ${visitor}::smallint
      limit ${sql.lit(MAX_MARKS)}) made) < ${sql.lit(MAX_MARKS)}
    on conflict do nothing`.execute(db)
}

function namedIn(values: readonly string[]): readonly string[] {
  return values.length === 0 || values.length > MAX_VALUES ? [''] : values
}

/**
 * The nightly job that adds the marks of past days to the counts of those days, and removes counts
 * older than a year. Processes a bounded number of marks; returns how many counts changed.
 */
export async function foldUnmetSearches(db: Db, today: CalendarDate): Promise<number> {
  await db
    .deleteFrom('unmet_searches')
    .where(sql<boolean>`searched_on < ${addDays(today, -STORED_DAYS)}::date`)
    .execute()
  const { rows } = await sql`
    with gone as (
      delete from unmet_search_marks where ctid in (select ctid from unmet_search_marks
        where searched_on < ${today}::date limit ${sql.lit(MAX_COUNTED_MARKS)})
      returning searched_on, size, category
    )
    insert into unmet_searches (searched_on, size, category, searches)
    select searched_on, size, category, count(*) from gone group by searched_on, size, category
    on conflict (searched_on, size, category)
      do update set searches = unmet_searches.searches + excluded.searches
    returning 1`.execute(db)
  return rows.length
}

/** How often nothing was found; '' for searches without a size or category. */
export type UnmetSearches = {
  readonly size: string
  readonly category: string
  readonly searches: number
}

/** The unmet searches of the 90 days before today, most frequent first. */
export async function unmetSearches(
  db: DbOrTx,
  _owner: ClosetOwner,
  today: CalendarDate,
): Promise<UnmetSearches[]> {
  return await searchesBefore(db, today).limit(MAX_SHOWN).execute()
}

/** Rarer searches could say something about single visitors, so the public page leaves them out. */
const MIN_PUBLIC_SEARCHES = 5
const MAX_PUBLIC = 5

/** The same, for everybody to see: only those that were made often enough. */
export async function frequentUnmetSearches(
  db: DbOrTx,
  today: CalendarDate,
): Promise<UnmetSearches[]> {
  return await searchesBefore(db, today)
    .having((eb) => eb(eb.fn.sum('searches'), '>=', sql.lit(MIN_PUBLIC_SEARCHES)))
    .limit(MAX_PUBLIC)
    .execute()
}

/** Reads at most a row for each of 90 days, size and category. */
function searchesBefore(db: DbOrTx, today: CalendarDate) {
  return db
    .selectFrom('unmet_searches')
    .select(['size', 'category'])
    .select(sql<number>`sum(searches)::int`.as('searches'))
    .where(sql<boolean>`searched_on >= ${addDays(today, -UNMET_DAYS)}::date`)
    .groupBy(['size', 'category'])
    .orderBy('searches', 'desc')
    .orderBy('size')
    .orderBy('category')
}
