import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { recordOf } from '#domain/shared/records.ts'
import { closeMatches } from './close-matches.ts'
import { type Counted, countedNames, priceSteps } from './facets.ts'
import type { Plan, Target } from './plan.ts'
import type { HitPage } from './read.ts'
import { type FacetCounts, type Filter, MAX_COUNTED_HITS } from './search-results.ts'
import { type CountedHits, MANY, type ValueCounts } from './value-counts.ts'

// Fifth step of a search: the total, and what each value of a facet would find.

export type HitCounts = {
  /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when not counted. */
  readonly total: number | null
  readonly facets: FacetCounts | null
  /** Only for a search without hits. */
  readonly nothing: Nothing | null
}

/** What is known about a search without hits. */
export type Nothing = {
  /** Whether any item has its words. */
  readonly canBeFound: boolean
  /** If none has: items whose titles are spelled almost like the words. */
  readonly closeMatches: readonly ItemId[]
  /** The totals without one of the filters. */
  readonly without: ReadonlyMap<Filter, number>
}

/** Only the first page has the counts of facets. */
export async function countHits(
  db: DbOrTx,
  plan: Plan,
  { hits, skipped, end, ...page }: HitPage,
  isFirstPage: boolean,
): Promise<HitCounts> {
  if (hits.length === 0 && skipped === 0 && !end) {
    const { facets, ...nothing } = await countWithoutHits(db, plan)
    return { total: page.total ?? null, facets: isFirstPage ? facets : null, nothing }
  }
  const [counted, values] =
    page.total === undefined ? await countOwn(db, plan) : [page.total, page.values]
  // Later pages can include items that became free after the first page was counted.
  const total = counted === null ? null : Math.max(counted, Math.min(skipped + hits.length, MANY))
  if (!isFirstPage || total === null || total > MAX_COUNTED_HITS)
    return { total, facets: null, nothing: null }
  const own = values ?? (await countOwn(db, plan))[1]
  const wider = await countWithout(db, plan, countedNames)
  return { total, facets: facetCounts(own, wider), nothing: null }
}

async function countWithoutHits(
  db: DbOrTx,
  plan: Plan,
): Promise<Nothing & { readonly facets: FacetCounts }> {
  const { conditions, without } = plan
  const { words } = conditions
  if (words === null || (await isAny(db, plan, plan.onlyWords)))
    return nothing(true, [], await countWithout(db, plan, [...without.keys()]))
  const [withoutWords, similar] = await Promise.all([
    countWithout(db, plan, ['q']),
    closeMatches(db, words.typed),
  ])
  // No item has the words, regardless of the other filters.
  const hidden: WithoutEach = new Map([...without].map(([name]) => [name, [0, []]]))
  return nothing(false, similar, new Map([...hidden, ...withoutWords]))
}

function nothing(canBeFound: boolean, similar: readonly ItemId[], wider: WithoutEach) {
  const totals = new Map([...wider].map(([name, [total]]) => [name, total ?? 0]))
  const facets = facetCounts([], wider)
  return { facets, canBeFound, closeMatches: similar, without: totals }
}

async function isAny(db: DbOrTx, { candidates }: Plan, { found }: Target): Promise<boolean> {
  const { is } = await db
    .with('found', found)
    .with('candidates', candidates)
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('candidates').select('candidates.id')).as('is'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(is)
}

const notCounted: CountedHits = [null, null]

async function countOwn(db: DbOrTx, plan: Plan): Promise<CountedHits> {
  const [counts = notCounted] = await countEach(db, [plan])
  return counts
}

/** The search without each of some filters. */
type WithoutEach = ReadonlyMap<Filter, CountedHits>

async function countWithout(
  db: DbOrTx,
  { without }: Plan,
  names: readonly Filter[],
): Promise<WithoutEach> {
  const wider = names.flatMap((name) => {
    const target = without.get(name)
    return target ? [{ name, target }] : []
  })
  if (wider.length === 0) return new Map()
  const counts = await countEach(
    db,
    wider.map(({ target }) => target),
  )
  return new Map(wider.map(({ name }, n) => [name, counts[n] ?? notCounted]))
}

/** In one statement. */
async function countEach(db: DbOrTx, targets: readonly Target[]): Promise<readonly CountedHits[]> {
  const all = sql.join(targets.map(({ counts, values }) => counts(values)))
  const { counts } = await db
    .selectNoFrom(sql<readonly CountedHits[]>`json_build_array(${all})`.as('counts'))
    .executeTakeFirstOrThrow()
  return counts
}

/** Counts by value; values without an item are absent. */
type Counts = Readonly<Record<string, number>>

/** The counts of all facets: of the hits, or for a chosen facet, of the search without it. */
function facetCounts(own: ValueCounts | null, wider: WithoutEach): FacetCounts {
  return recordOf(countedNames, (name) => {
    const chosen = wider.get(name)
    const values = chosen ? chosen[1] : own
    return values && countsOf(name, values)
  })
}

/** The counts for one name. */
function countsOf(name: Counted, values: ValueCounts): Counts {
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
