import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD } from '#domain/shared/time/rental-days.ts'
import { documentQuery, isFree } from './conditions.ts'
import { countHits } from './count-hits.ts'
import type { Estimate } from './expected-hits.ts'
import type { WiderSearches } from './facet-counts.ts'
import { candidates } from './gather.ts'
import type { Run } from './run.ts'
import type { SearchQuery } from './search-query.ts'
import type { Suggestions } from './search-results.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'

/** Days earlier and later, nearest first. */
const SHIFTS = [-1, 1, -2, 2, -3, 3] as const

/** What is known about a search without hits. */
export type Nothing = {
  readonly wider: WiderSearches
  /** Whether any item has its words. */
  readonly canBeFound: boolean
}

/** Suggested changes to a search that finds nothing; null for one without filters. */
export async function suggest(
  db: DbOrTx,
  query: SearchQuery,
  { wider, canBeFound }: Nothing,
  expected: Estimate,
  run: Run,
): Promise<Suggestions | null> {
  const hasDates = query.start !== null
  if (wider.size === 0 && query.q === '' && !query.fit && !hasDates) return null
  const totals: [NonNullable<Suggestions['without']>['filter'], number][] = []
  const count = async (wide: SearchQuery) => (await countHits(db, wide, expected, run)) ?? 0
  for (const [name, { total }] of wider) totals.push([name, total ?? 0])
  if (query.q !== '') totals.push(['q', await count({ ...query, q: '' })])
  if (query.fit && canBeFound) totals.push(['fit', await count({ ...query, fit: null })])
  if (hasDates && canBeFound) totals.push(['dates', await count(onAnyDates(query))])
  let without: Suggestions['without'] = null
  for (const [filter, total] of totals)
    if (total > (without?.total ?? 0)) without = { filter, total }
  return { without, dates: canBeFound ? await otherDates(db, query, run) : [] }
}

function onAnyDates(query: SearchQuery): SearchQuery {
  return { ...query, start: null, end: null, after: null }
}

/** Counted among the first 500 items that the words and facets find. */
async function otherDates(
  db: DbOrTx,
  query: SearchQuery,
  { today }: Run,
): Promise<Suggestions['dates']> {
  const { start, end } = query
  if (!start || !end) return []
  const dates = SHIFTS.map((days) => ({
    days,
    start: addDays(start, days),
    end: addDays(end, days),
  })).filter((one) => one.start >= today && one.start <= addDays(today, MAX_DAYS_AHEAD))
  if (dates.length === 0) return []
  const totals = dates.map(
    (one) => sql`count(*) filter (where ${isFree({ ...query, ...one }, today)})`,
  )
  const { free } = await candidates(db, documentQuery(query), null, MAX_COUNTED_HITS)
    .selectFrom('candidates as i')
    .select(sql<number[]>`array[${sql.join(totals)}]::int[]`.as('free'))
    .executeTakeFirstOrThrow()
  return dates
    .map((one, index) => ({ ...one, total: free[index] ?? 0 }))
    .filter(({ total }) => total > 0)
}
