import { type Expression, type RawBuilder, sql } from 'kysely'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import { countedColumns, searchedColumns } from './conditions.ts'
import type { Counted } from './facets.ts'
import { ME } from './search-query.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

// SQL that counts the hits of a search, as a value: the statement that reads a page counts them too,
// and one statement counts several searches.

export const MANY = MAX_COUNTED_HITS + 1

/**
 * The total, counted up to `MANY`, or null when there are too many items to check; and its values,
 * or null when not all hits were read.
 */
export type CountedHits = readonly [total: number | null, values: ValueCounts | null]

/** The number of items for each counted name and value, as returned by the database. */
export type ValueCounts = readonly (readonly [name: string, value: string, items: number])[]

/**
 * A subquery that counts the values of rows `hits`, if not too many.
 * @param isInstant SQL: whether a request of such a row is accepted at once; null if nobody asks
 */
export function valuesOf(
  names: readonly Counted[],
  isInstant: RawBuilder<boolean> | null,
): RawBuilder<ValueCounts> {
  const groups = names.filter((name) => name !== 'instant')
  const counts = [
    ...(groups.length > 0 ? [countsByValue(groups)] : []),
    ...(isInstant && names.includes('instant') ? [countOfInstant(isInstant)] : []),
  ]
  if (counts.length === 0) return sql`'[]'::json`
  return sql`(select coalesce(json_agg(json_build_array(name, value, n)), '[]')
    from (${sql.join(counts, sql` union all `)}) v where value is not null and n > 0)`
}

const areFew = sql`(select count(*) from hits) <= ${sql.lit(MAX_COUNTED_HITS)}`

function countOfInstant(isInstant: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select 'instant' as name, ${sql.lit(ME)} as value, count(*)::int as n
    from hits i where ${areFew} and ${isInstant}`
}

function countsByValue(names: readonly Exclude<Counted, 'instant'>[]): RawBuilder<unknown> {
  const columns = names.map((name) => countedColumns[name])
  const each = columns.map((column) => sql`(${column})`)
  // The name and value of the one column by which a row is grouped.
  const cases = (pick: (name: string, column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      names.map((name) => {
        const column = countedColumns[name]
        return sql`when grouping(${column}) = 0 then ${pick(name, column)}`
      }),
      sql` `,
    )
  return sql`select case ${cases((name) => sql.lit(name))} end as name,
      case ${cases((_, column) => sql`(${column})::text`)} end as value, count(*)::int as n
    from hits i where ${areFew}
    group by grouping sets (${sql.join(each)})`
}

/** The items to count; see `Target` and `Plan`. */
type Countable = {
  readonly found: Expression<{ id: ItemId }>
  readonly areThereWords: boolean
  readonly hasFilters: RawBuilder<boolean>
  readonly document: RawBuilder<unknown> | null
  readonly isFree: RawBuilder<boolean>
  readonly maxFound: number
  readonly window: number
}

/** Reads what the index of documents finds until there are many hits. */
export function countsOfFound(
  { found, isFree, maxFound }: Countable,
  values: RawBuilder<ValueCounts>,
): RawBuilder<CountedHits> {
  return sql`(with found as (${found}),
    hits as (select ${columns} from found f ${joinedItems(sql`f.id`)} where ${isFree} limit ${many}),
    counted as (select count(*) as total from hits)
    select case when total = ${many} then json_build_array(total, null)
      when (select count(*) from found) > ${sql.lit(maxFound)} then json_build_array(null, null)
      else json_build_array(total, ${values}) end from counted)`
}

/**
 * Counts the hits among some rows in storage order, the quickest way to find out that there are
 * many: nothing is sorted, and the index of words need not list everything. SQL null if there are
 * fewer.
 */
export function countsIfMany({
  areThereWords,
  document,
  hasFilters,
  isFree,
  window,
}: Countable): RawBuilder<CountedHits | null> {
  const items = areThereWords
    ? sql`(select item_id, doc from item_search limit ${sql.lit(window)}) s ${joinedItems(sql`s.item_id`)}
        where s.doc @@ ${document} and ${isFree}`
    : sql`(select ${columns}, i.is_public from clothing_items i limit ${sql.lit(window)}) i
        where ${isPublic} and ${hasFilters} and ${isFree}`
  return sql`(select json_build_array(count(*), null) from (select from ${items} limit ${many}) hits
    having count(*) = ${many})`
}

const many = sql.lit(MANY)
const columns = sql.join(searchedColumns.map((column) => sql.ref(column)))

/** Reads each public item by its id; a plain join could start by reading all items. */
function joinedItems(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral
    (select ${columns} from clothing_items i where i.id = ${id} and ${isPublic} offset 0) i`
}
