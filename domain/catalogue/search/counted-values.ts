import { type RawBuilder, sql } from 'kysely'
import { facetColumn } from './conditions.ts'
import { type Facet, facets, priceSteps } from './facets.ts'
import type { SearchQuery } from './search-query.ts'

/** What is counted by value: the facets and the price. */
export type Counted = Facet | 'maxPrice'

export const countedNames: readonly Counted[] = [...facets, 'maxPrice']

/** The number of items for each counted name and value, as returned by the database. */
export type ValueCounts = readonly (readonly [name: string, value: string, items: number])[]

/** Counts by value; values without an item are absent. */
export type Counts = Readonly<Record<string, number>>

export function isChosen(query: SearchQuery, name: Counted): boolean {
  return name === 'maxPrice' ? query.maxPrice !== null : query[name].length > 0
}

export function without(query: SearchQuery, name: Counted): SearchQuery {
  return { ...query, [name]: name === 'maxPrice' ? null : [] }
}

/** The column of an item `i` by which it is counted. */
export function countedColumn(name: Counted): RawBuilder<unknown> {
  return name === 'maxPrice' ? sql`i.credits_per_day * 7` : facetColumn(name)
}

/** A subquery that counts the values of rows `i`; `from` is the rest of its `from` clause. */
export function valueCounts(names: readonly Counted[], from: RawBuilder<unknown>) {
  if (names.length === 0) return sql<[string, string, number][]>`'[]'::json`
  const columns = names.map(countedColumn)
  const each = columns.map((column) => sql`(${column})`)
  // The name and value of the one column by which a row is grouped.
  const cases = (pick: (name: Counted, column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      names.map((name, n) => {
        const column = columns[n] ?? sql`null`
        return sql`when grouping(${column}) = 0 then ${pick(name, column)}`
      }),
      sql` `,
    )
  return sql<
    [string, string, number][]
  >`(select coalesce(json_agg(json_build_array(name, value, n)), '[]') from (
    select case ${cases((name) => sql.lit(name))} end as name,
      case ${cases((_, column) => sql`(${column})::text`)} end as value, count(*)::int as n
    from ${from} group by grouping sets (${sql.join(each)})) v where value is not null)`
}

/** The counts for one name. */
export function countsOf(name: Counted, values: ValueCounts): Counts {
  const own = values.filter(([one]) => one === name)
  if (name === 'maxPrice') return upToEachStep(own)
  return Object.fromEntries(own.map(([, value, items]) => [value, items]))
}

/** The items up to each price step; steps without items are absent. */
function upToEachStep(values: ValueCounts): Counts {
  const upTo = (step: number) =>
    values.reduce((sum, [, price, items]) => (Number(price) <= step ? sum + items : sum), 0)
  return Object.fromEntries(
    priceSteps.map((step) => [step, upTo(step)] as const).filter(([, items]) => items > 0),
  )
}
