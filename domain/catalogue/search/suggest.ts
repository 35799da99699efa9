import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Nothing } from './count.ts'
import type { Plan } from './plan.ts'
import { type Filter, MAX_COUNTED_HITS, type Suggestions } from './search-results.ts'

// For a search without hits: what finds something.

/** Null and none for a search without filters. */
export async function suggest(
  db: DbOrTx,
  plan: Plan,
  { canBeFound, without }: Nothing,
): Promise<Suggestions | null> {
  if (plan.without.size === 0) return null
  return {
    without: leastMissed(without),
    isOnOtherDates: (without.get('dates') ?? 0) > 0,
    dates: canBeFound ? await otherDates(db, plan) : [],
  }
}

/**
 * The filter whose removal finds the most; of equal ones the words, and the category only if no
 * other one finds anything.
 */
function leastMissed(without: Nothing['without']): Suggestions['without'] {
  const score = (filter: Filter, total: number) =>
    filter === 'category' ? total / (MAX_COUNTED_HITS + 2) : total + (filter === 'q' ? 0.5 : 0)
  const [best] = [...without]
    .filter(([, total]) => total > 0)
    .toSorted(([one, a], [other, b]) => score(other, b) - score(one, a))
  return best ? { filter: best[0], total: best[1] } : null
}

/** Counted among the first 500 items that the words and facets find. */
async function otherDates(
  db: DbOrTx,
  { conditions, foundFirst, candidates }: Plan,
): Promise<Suggestions['dates']> {
  const others = conditions.dates?.others ?? []
  if (others.length === 0) return []
  const isWanted = sql.join(
    [sql`true`, conditions.not, conditions.minPrice, conditions.mayAccept, conditions.fits].filter(
      (one) => one !== null,
    ),
    sql` and `,
  )
  const totals = others.map(({ isFree }) => sql`count(*) filter (where ${isFree} and ${isWanted})`)
  const { free } = await db
    .with('found', foundFirst)
    .with('candidates', candidates)
    .selectFrom('candidates as i')
    .select(sql<number[]>`array[${sql.join(totals)}]::int[]`.as('free'))
    .executeTakeFirstOrThrow()
  return others
    .map(({ days, start, end }, index) => ({ days, start, end, total: free[index] ?? 0 }))
    .filter(({ total }) => total > 0)
}
