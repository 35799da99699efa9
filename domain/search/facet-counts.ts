import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { MAX_COUNTED } from '#domain/shared/page.ts'
import { facetColumn, searchedColumns } from './conditions.ts'
import { type Facet, facets, priceSteps } from './facets.ts'
import { gathered } from './gather.ts'
import type { Run } from './read-hits.ts'
import type { SearchQuery } from './search-query.ts'
import type { FacetCounts } from './search-results.ts'

type Counted = Facet | 'maxPrice'
type Counts = Readonly<Record<string, number>>

const counted: readonly Counted[] = [...facets, 'maxPrice']

/** Counts the values of each facet among the hits of the search without that facet. */
export async function countFacets(db: DbOrTx, query: SearchQuery, run: Run): Promise<FacetCounts> {
  const chosen = counted.filter((name) => isChosen(query, name))
  const others = counted.filter((name) => !chosen.includes(name))
  const found = new Map(await countValues(db, query, others, run))
  for (const name of chosen) {
    const wider = { ...query, [name]: name === 'maxPrice' ? null : [] }
    for (const [one, counts] of await countValues(db, wider, [name], run)) found.set(one, counts)
  }
  const of = (name: Counted) => found.get(name) ?? null
  return {
    size: of('size'),
    style: of('style'),
    occasion: of('occasion'),
    category: of('category'),
    colour: of('colour'),
    brand: of('brand'),
    city: of('city'),
    maxPrice: of('maxPrice'),
  }
}

function isChosen(query: SearchQuery, name: Counted): boolean {
  return name === 'maxPrice' ? query.maxPrice !== null : query[name].length > 0
}

/** No counts when there are more than `MAX_COUNTED` hits. */
async function countValues(
  db: DbOrTx,
  query: SearchQuery,
  names: readonly Counted[],
  { today, bounds: { gathered: maxFound } }: Run,
): Promise<[Counted, Counts][]> {
  if (names.length === 0) return []
  const values = names.map((name) =>
    name === 'maxPrice' ? sql`(i.credits_per_day * 7)::text` : sql`${facetColumn(name)}::text`,
  )
  const { found, total, counts } = await gathered(db, { ...query, sort: 'newest' }, maxFound, today)
    .with('counted', (from) =>
      from
        .selectFrom('hits as i')
        .select(searchedColumns)
        .limit(MAX_COUNTED + 1),
    )
    .with('each_value', (from) =>
      from
        .selectFrom('counted as i')
        .select(sql<string>`unnest(${names}::text[])`.as('name'))
        .select(sql<string | null>`unnest(array[${sql.join(values)}])`.as('value')),
    )
    .with('by_value', (from) =>
      from
        .selectFrom('each_value')
        .select(['name', 'value', sql<number>`count(*)::int`.as('n')])
        .where('value', 'is not', null)
        .groupBy(['name', 'value']),
    )
    .selectNoFrom((select) => [
      select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
      select.selectFrom('counted').select(sql<number>`count(*)::int`.as('n')).as('total'),
      select
        .selectFrom('by_value')
        .select(
          sql<
            [string, string, number][]
          >`coalesce(json_agg(json_build_array(name, value, n)), '[]')`.as('counts'),
        )
        .as('counts'),
    ])
    .executeTakeFirstOrThrow()
  if ((found ?? 0) > maxFound || (total ?? 0) > MAX_COUNTED) return []
  return names.map((name) => {
    const ofName = (counts ?? []).filter(([one]) => one === name)
    return [name, name === 'maxPrice' ? upToEachStep(ofName) : byValue(ofName)]
  })
}

function byValue(counts: readonly (readonly [string, string, number])[]): Counts {
  return Object.fromEntries(counts.map(([, value, n]) => [value, n]))
}

/** The hits up to each step; steps without one are absent. */
function upToEachStep(counts: readonly (readonly [string, string, number])[]): Counts {
  const upTo = (step: number) =>
    counts.reduce((sum, [, price, n]) => (Number(price) <= step ? sum + n : sum), 0)
  return Object.fromEntries(
    priceSteps.map((step) => [step, upTo(step)] as const).filter(([, n]) => n > 0),
  )
}
