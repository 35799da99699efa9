import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import { recordOf } from '#domain/shared/records.ts'
import { countedColumns, searchedColumns } from './conditions.ts'
import { type Counted, countedNames, priceSteps } from './facets.ts'
import type { Plan, Target, Together } from './plan.ts'
import type { HitPage } from './read.ts'
import { type FacetCounts, type Filter, MAX_COUNTED_HITS } from './search-results.ts'
import type { ValueCounts } from './value-counts.ts'

// Fifth step of a search: the total, and what each value of a facet would find.

const MANY = MAX_COUNTED_HITS + 1

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
  const counted = page.total === undefined ? await countTotal(db, plan, plan) : page.total
  // Later pages can include items that became free after the first page was counted.
  const total = counted === null ? null : Math.max(counted, Math.min(skipped + hits.length, MANY))
  if (!isFirstPage || total === null || total > MAX_COUNTED_HITS)
    return { total, facets: null, nothing: null }
  const values = page.values ?? (await countValues(db, plan, plan))
  const facets = facetCounts(values, await countWider(db, plan))
  return { total, facets, nothing: null }
}

async function countWithoutHits(
  db: DbOrTx,
  plan: Plan,
): Promise<Nothing & { readonly facets: FacetCounts }> {
  const { conditions, without, onlyWords } = plan
  const canBeFound =
    conditions.words === null || (await countGathered(db, plan, onlyWords, 1)) !== 0
  const wider = canBeFound ? await countWider(db, plan) : nothingWider(plan)
  const totals = new Map<Filter, number>()
  for (const [name, { total }] of wider) totals.set(name, total ?? 0)
  for (const name of ['q', 'fit', 'near', 'reach', 'dates', 'not', 'minPrice'] as const) {
    const target = without.get(name)
    if (target && (canBeFound || name === 'q'))
      totals.set(name, (await countTotal(db, plan, target)) ?? 0)
  }
  return { facets: facetCounts([], wider), canBeFound, without: totals }
}

/** All hits, counted up to `MAX_COUNTED_HITS`; null when there are too many items to check. */
async function countTotal(db: DbOrTx, plan: Plan, target: Target): Promise<number | null> {
  // Some are not public or not free, hence the factor. A wrong estimate only costs time.
  const areManyLikely = target.expected * plan.inWindow > 1.2 * MANY
  if (areManyLikely && (await countAnywhere(db, target, plan.window)) === MANY) return MANY
  return countGathered(db, plan, target, MANY)
}

/**
 * Counts the hits among some rows in storage order, the quickest way to find out that there are
 * many: nothing is sorted, and the index of words need not list everything.
 */
async function countAnywhere(db: DbOrTx, target: Target, window: number): Promise<number> {
  const items = target.areThereWords
    ? someWithWords(db, target, window)
    : someItems(db, target, window)
  const hits = db.selectFrom(items).select('i.id').where(target.isFree).limit(MANY)
  const { total } = await db
    .selectFrom(hits.as('hits'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function someItems(db: DbOrTx, { hasFilters }: Target, window: number) {
  return db
    .selectFrom(
      db
        .selectFrom('clothing_items as i')
        .select([...searchedColumns, 'i.is_public'])
        .limit(window)
        .as('i'),
    )
    .select(searchedColumns)
    .where(isPublic)
    .where(hasFilters)
    .as('i')
}

function someWithWords(db: DbOrTx, { document }: Target, window: number) {
  return db
    .selectFrom(db.selectFrom('item_search').select(['item_id', 'doc']).limit(window).as('s'))
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select(searchedColumns)
          .whereRef('i.id', '=', 's.item_id')
          .where(isPublic)
          .offset(sql.lit(0))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(searchedColumns)
    .where(sql<boolean>`s.doc @@ ${document}`)
    .as('i')
}

/** All hits, counted up to `max`; null when the index finds more than `maxFound`. */
async function countGathered(
  db: DbOrTx,
  { maxFound, candidates }: Plan,
  target: Target,
  max: number,
): Promise<number | null> {
  const { found, total } = await db
    .with('found', target.found)
    .with('candidates', candidates)
    .with('counted', (from) =>
      from.selectFrom('candidates as i').select('i.id').where(target.isFree).limit(max),
    )
    .with('total', (from) =>
      from.selectFrom('counted').select(sql<number>`count(*)::int`.as('total')),
    )
    .selectFrom('total')
    .select('total')
    // Once `max` hits are counted, further items of the index do not matter.
    .select(
      sql<number | null>`case when total < ${max} then (select count(*)::int from found) end`.as(
        'found',
      ),
    )
    .executeTakeFirstOrThrow()
  return (found ?? 0) > maxFound ? null : total
}

/** The counts of the hits' values; null when not all hits can be read. */
async function countValues(
  db: DbOrTx,
  { maxFound, candidates }: Plan,
  target: Target,
): Promise<ValueCounts | null> {
  const { found, total, values } = await db
    .with('found', target.found)
    .with('candidates', candidates)
    .with('hits', (from) =>
      from.selectFrom('candidates as i').select(searchedColumns).where(target.isFree).limit(MANY),
    )
    .selectNoFrom((select) => [
      select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
      select.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('total'),
      target.values.as('values'),
    ])
    .executeTakeFirstOrThrow()
  return (found ?? 0) > maxFound || (total ?? 0) > MAX_COUNTED_HITS ? null : values
}

/** Counts by value; values without an item are absent. */
type Counts = Readonly<Record<string, number>>

/** The result without one of the chosen facets. */
type Wider = {
  /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when not counted. */
  readonly total: number | null
  /** Null with more than `MAX_COUNTED_HITS`. */
  readonly counts: Counts | null
}

type WiderSearches = ReadonlyMap<Counted, Wider>

/** The results of the search without each of its facets. */
async function countWider(db: DbOrTx, plan: Plan): Promise<WiderSearches> {
  const together = plan.together && (await countTogether(db, plan, plan.together))
  const found = new Map<Counted, Wider>(together)
  for (const name of countedNames) {
    const target = plan.without.get(name)
    if (!target || found.has(name)) continue
    const total = await countTotal(db, plan, target)
    const isCounted = total !== null && total <= MAX_COUNTED_HITS
    const values = isCounted ? await countValues(db, plan, target) : null
    found.set(name, { total, counts: values && countsOf(name, values) })
  }
  return found
}

/** For when no item has the words, regardless of the facets. */
function nothingWider({ without }: Plan): WiderSearches {
  const chosen = countedNames.filter((name) => without.has(name))
  return new Map(chosen.map((name) => [name, { total: 0, counts: {} }]))
}

/**
 * One statement for several facets: an item that has all of them counts for each, and one that
 * lacks a single facet counts for that facet. Null when there are too many items.
 */
async function countTogether(
  db: DbOrTx,
  { isFree, conditions, candidates }: Plan,
  { names, maxFound, ...together }: Together,
): Promise<WiderSearches | null> {
  const lacked = names.map(
    (name) =>
      sql`case when ${conditions.filters.get(name)?.onItem} is not true then ${sql.lit(name)} end`,
  )
  const ownValue = names.map(
    (name) => sql`when ${sql.lit(name)} then (${countedColumns[name]})::text`,
  )
  const { found, counts } = await db
    .with('found', together.found)
    .with('candidates', candidates)
    .with('each', (from) =>
      from
        .selectFrom('candidates as i')
        .select(searchedColumns)
        .select(sql<string>`unnest(${names}::text[])`.as('name'))
        .select(sql<string[]>`array_remove(array[${sql.join(lacked)}], null)`.as('lacked'))
        .where(isFree),
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
  if (total > MAX_COUNTED_HITS) return { total: MANY, counts: null }
  const values = own.flatMap(([, value, items]) =>
    value === null ? [] : [[name, value, items] as const],
  )
  return { total, counts: countsOf(name, values) }
}

/** The counts of all facets: of the hits, or for a chosen facet, of the search without it. */
function facetCounts(values: ValueCounts | null, wider: WiderSearches): FacetCounts {
  const of = (name: Counted) => {
    const chosen = wider.get(name)
    if (chosen) return chosen.counts
    return values && countsOf(name, values)
  }
  return recordOf(countedNames, of)
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
