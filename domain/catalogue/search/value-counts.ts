import { type RawBuilder, sql } from 'kysely'
import { countedColumns } from './conditions.ts'
import type { Counted } from './facets.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

/** The number of items for each counted name and value, as returned by the database. */
export type ValueCounts = readonly (readonly [name: string, value: string, items: number])[]

/** A subquery that counts the values of rows `hits`, if not too many. */
export function valuesOf(names: readonly Counted[]): RawBuilder<ValueCounts> {
  if (names.length === 0) return sql`'[]'::json`
  const columns = names.map((name) => countedColumns[name])
  const each = columns.map((column) => sql`(${column})`)
  // The name and value of the one column by which a row is grouped.
  const cases = (pick: (name: Counted, column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      names.map((name) => {
        const column = countedColumns[name]
        return sql`when grouping(${column}) = 0 then ${pick(name, column)}`
      }),
      sql` `,
    )
  return sql`(select coalesce(json_agg(json_build_array(name, value, n)), '[]') from (
    select case ${cases((name) => sql.lit(name))} end as name,
      case ${cases((_, column) => sql`(${column})::text`)} end as value, count(*)::int as n
    from hits i where (select count(*) from hits) <= ${sql.lit(MAX_COUNTED_HITS)}
    group by grouping sets (${sql.join(each)})) v where value is not null)`
}
