import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { addDays } from '#domain/shared/calendar-date.ts'
import { MAX_COUNTED } from '#domain/shared/page.ts'
import { MAX_DAYS_AHEAD } from '#domain/shared/rental-days.ts'
import { isFree } from './conditions.ts'
import { facets } from './facets.ts'
import { gathered } from './gather.ts'
import { countHits, type Run } from './read-hits.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'
import type { Filter, Suggestions } from './search-results.ts'

/** Days earlier and later, nearest first. */
const SHIFTS = [-1, 1, -2, 2, -3, 3] as const

/** What to change about a search that finds nothing; null for one without filters. */
export async function suggest(
  db: DbOrTx,
  query: SearchQuery,
  run: Run,
): Promise<Suggestions | null> {
  const filters = filtersOf(query)
  if (filters.length === 0) return null
  return {
    without: await bestWithout(db, query, filters, run),
    dates: await otherDates(db, query, run),
  }
}

function filtersOf(query: SearchQuery): Filter[] {
  const filters: Filter[] = facets.filter((facet) => query[facet].length > 0)
  if (query.q !== '') filters.push('q')
  if (query.maxPrice !== null) filters.push('maxPrice')
  if (query.start !== null) filters.push('dates')
  return filters
}

async function bestWithout(
  db: DbOrTx,
  query: SearchQuery,
  filters: readonly Filter[],
  run: Run,
): Promise<Suggestions['without']> {
  let best: Suggestions['without'] = null
  for (const filter of filters) {
    const total = (await countHits(db, without(query, filter), run)) ?? 0
    if (total > (best?.total ?? 0)) best = { filter, total }
  }
  return best
}

/** The search without one of its filters, from the first page on. */
function without(query: SearchQuery, filter: Filter): SearchQuery {
  const names = filter === 'dates' ? (['start', 'end'] as const) : ([filter] as const)
  const changes = Object.fromEntries(names.map((name) => [name, emptySearch[name]]))
  return { ...query, ...changes, after: null }
}

/** Counted among the first 1,000 items that the words and facets find. */
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
  const anyDates = { ...without(query, 'dates'), sort: 'newest' } as const
  const totals = dates.map(
    (one) => sql`count(*) filter (where ${isFree({ ...query, ...one }, today)})`,
  )
  const { free } = await gathered(db, anyDates, MAX_COUNTED, today)
    .selectFrom('hits as i')
    .select(sql<number[]>`array[${sql.join(totals)}]::int[]`.as('free'))
    .executeTakeFirstOrThrow()
  return dates
    .map((one, index) => ({ ...one, total: free[index] ?? 0 }))
    .filter(({ total }) => total > 0)
}
