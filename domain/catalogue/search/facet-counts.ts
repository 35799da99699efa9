import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { recordOf } from '#domain/shared/records.ts'
import { documentQuery, hasFacets, isFree, searchedColumns } from './conditions.ts'
import { countHits } from './count-hits.ts'
import {
  type Counted,
  type Counts,
  countedColumn,
  countedNames,
  countsOf,
  isChosen,
  type ValueCounts,
  without,
} from './counted-values.ts'
import type { Estimate } from './expected-hits.ts'
import { candidates, gather } from './gather.ts'
import { walkedOrder } from './hits.ts'
import type { Run } from './run.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'
import type { FacetCounts } from './search-results.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

/** The most items for which the counts of several facets are read together. */
const MAX_COUNTED_TOGETHER = 4000

/** The result without one of the chosen facets. */
export type Wider = {
  /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when not counted. */
  readonly total: number | null
  /** Null with more than `MAX_COUNTED_HITS`. */
  readonly counts: Counts | null
}

export type WiderSearches = ReadonlyMap<Counted, Wider>

/** For when no item has the words, regardless of the facets. */
export function noWiderSearches(query: SearchQuery): WiderSearches {
  const chosen = countedNames.filter((name) => isChosen(query, name))
  return new Map(chosen.map((name) => [name, { total: 0, counts: {} }]))
}

/** The counts of all facets: of the hits, or for a chosen facet, of the search without it. */
export function facetCounts(values: ValueCounts | null, wider: WiderSearches): FacetCounts {
  const of = (name: Counted) => {
    const chosen = wider.get(name)
    if (chosen) return chosen.counts
    return values && countsOf(name, values)
  }
  return recordOf(countedNames, of)
}

/** The counts of the hits' values for these names; null when not all hits can be read. */
export async function countValues(
  db: DbOrTx,
  query: SearchQuery,
  counted: readonly Counted[],
  { today, bounds }: Run,
): Promise<ValueCounts | null> {
  const all = { order: walkedOrder(query), place: null, limit: 1, maxFound: bounds.gathered }
  const { values, isComplete } = await gather(db, query, { ...all, counted }, today)
  return isComplete ? values : null
}

/** The results of the search without each of its facets. */
export async function countWider(
  db: DbOrTx,
  query: SearchQuery,
  expected: Estimate,
  run: Run,
): Promise<WiderSearches> {
  const chosen = countedNames.filter((name) => isChosen(query, name))
  const few = chosen.filter(
    (name) => expected.hits(without(query, name)) <= MAX_COUNTED_TOGETHER / 2,
  )
  const together = few.length > 0 ? await countTogether(db, query, few, run) : new Map()
  const found = new Map<Counted, Wider>(together ?? [])
  for (const name of chosen) {
    if (found.has(name)) continue
    const wider = without(query, name)
    const total = await countHits(db, wider, expected, run)
    const isCounted = total !== null && total <= MAX_COUNTED_HITS
    const values = isCounted ? await countValues(db, wider, [name], run) : null
    found.set(name, { total, counts: values && countsOf(name, values) })
  }
  return found
}

/**
 * One statement for several facets: an item that has all of them counts for each, and one that
 * lacks a single facet counts for that facet. Null when there are too many items.
 */
async function countTogether(
  db: DbOrTx,
  query: SearchQuery,
  names: readonly Counted[],
  { today, bounds }: Run,
): Promise<WiderSearches | null> {
  const maxFound = Math.min(bounds.gathered, MAX_COUNTED_TOGETHER)
  const lacked = names.map(
    (name) => sql`case when ${hasOnly(query, name)} is not true then ${sql.lit(name)} end`,
  )
  const ownValue = names.map(
    (name) => sql`when ${sql.lit(name)} then (${countedColumn(name)})::text`,
  )
  const { found, counts } = await candidates(db, anyOf(query, names), null, maxFound)
    .with('each', (from) =>
      from
        .selectFrom('candidates as i')
        .select(searchedColumns)
        .select(sql<string>`unnest(${names}::text[])`.as('name'))
        .select(sql<string[]>`array_remove(array[${sql.join(lacked)}], null)`.as('lacked'))
        .where(isFree(query, today)),
    )
    .with('by_value', (from) =>
      from
        .selectFrom('each as i')
        .select('i.name')
        .select(sql<string | null>`case i.name ${sql.join(ownValue, sql` `)} end`.as('value'))
        .select(sql<number>`count(*)::int`.as('n'))
        .where(sql<boolean>`i.lacked <@ array[i.name]`)
        .groupBy([sql`1`, sql`2`]),
    )
    .selectNoFrom((select) => [
      select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
      select
        .selectFrom('by_value')
        .select(
          sql<
            [string, string | null, number][]
          >`coalesce(json_agg(json_build_array(name, value, n)), '[]')`.as('counts'),
        )
        .as('counts'),
    ])
    .executeTakeFirstOrThrow()
  if ((found ?? 0) > maxFound) return null
  return new Map(names.map((name) => [name, widerOf(name, counts ?? [])]))
}

function widerOf(name: Counted, counts: readonly [string, string | null, number][]): Wider {
  const own = counts.filter(([one]) => one === name)
  const total = own.reduce((sum, [, , items]) => sum + items, 0)
  if (total > MAX_COUNTED_HITS) return { total: MAX_COUNTED_HITS + 1, counts: null }
  const values = own.flatMap(([, value, items]) =>
    value === null ? [] : [[name, value, items] as const],
  )
  return { total, counts: countsOf(name, values) }
}

/** Whether an item matches this chosen facet, ignoring all others. */
function hasOnly(query: SearchQuery, name: Counted): RawBuilder<boolean> {
  return hasFacets({ ...emptySearch, [name]: query[name] })
}

/** The documents that at least one of the wider searches finds; null for all documents. */
function anyOf(query: SearchQuery, names: readonly Counted[]): RawBuilder<unknown> | null {
  const documents = names.map((name) => documentQuery(without(query, name)))
  const narrowed = documents.filter((document) => document !== null)
  return narrowed.length < documents.length ? null : sql`(${sql.join(narrowed, sql` || `)})`
}
