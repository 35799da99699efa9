import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Db } from '#db/connection.ts'
import type { LikelyInSize, Wearer } from '#domain/catalogue/fit/wearer.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { type Facet, facets, facetValues, priceSteps } from '#domain/catalogue/search/facets.ts'
import type { Bounds } from '#domain/catalogue/search/plan.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { emptySearch, ME, type SearchQuery } from '#domain/catalogue/search/search-query.ts'
import { MAX_COUNTED_HITS, type SearchPage } from '#domain/catalogue/search/search-results.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Expected, expectedItems } from '#test/worlds/search-world.ts'
import type { Random } from '#tools/simulation/random.ts'

type World = { readonly db: Db; readonly pool: pg.Pool; readonly today: CalendarDate }

/** Facets of one kind, which are columns of a closed list: one of them, or several, count as one. */
const details = ['fabric', 'sleeves', 'hemline', 'neckline'] as const satisfies readonly Facet[]

/** A search for every subset of the facets and the price, with random words, dates and sorts. */
export function everySubset(
  random: Random,
  {
    brands,
    sizes,
  }: {
    readonly brands: readonly string[]
    readonly sizes: readonly [LikelyInSize, ...LikelyInSize[]]
  },
  today: CalendarDate,
): SearchQuery[] {
  const values = {
    ...facetValues,
    brand: brands,
    city: ['Albany, NY', 'Troy, NY', "Coeur d'Alene, NY", 'Location not specified'],
  }
  const isDetail = (facet: Facet) => details.some((detail) => detail === facet)
  const parts = [...facets.filter((facet) => !isDetail(facet)), 'detail', 'maxPrice'] as const
  return Array.from({ length: 2 ** parts.length }, (_, subset) => {
    const has = (part: (typeof parts)[number]) => (subset >> parts.indexOf(part)) % 2 === 1
    const detail = random.pick(details)
    const isChosen = (facet: Facet) =>
      isDetail(facet) ? has('detail') && (facet === detail || random.oneIn(4)) : has(facet)
    const chosen = facets.map((facet) => {
      const count = isChosen(facet) ? random.between(1, 3) : 0
      return [facet, random.shuffle([...values[facet]]).slice(0, count)]
    })
    const start = addDays(today, random.between(0, 60))
    const dates = { start, end: addDays(start, random.between(0, 20)) }
    const words = random.pick(['red', 'silk dresses', 'dancing', '"red lining"', 'dress -long'])
    return {
      ...emptySearch,
      ...Object.fromEntries(chosen),
      ...(random.oneIn(2) && dates),
      maxPrice: has('maxPrice') ? random.pick(priceSteps) : null,
      minPrice: random.oneIn(4) ? random.between(1, 80) : null,
      not: random.oneIn(4) ? unwanted(random, values) : [],
      fit: random.oneIn(3) ? randomWearer(random, sizes) : null,
      q: random.oneIn(2) ? words : '',
      ...(random.oneIn(3) && place(random)),
      sort: random.pick(['newest', 'price', 'relevance']),
      ...(random.oneIn(4) && { ...place(random), sort: 'distance' as const }),
      ...renter(random),
    }
  })
}

function unwanted(random: Random, values: Readonly<Record<Facet, readonly string[]>>) {
  const chosen = random.shuffle([...facets]).slice(0, random.between(1, 2))
  return facets.flatMap((facet) =>
    chosen.includes(facet)
      ? random
          .shuffle([...values[facet]])
          .slice(0, 1)
          .map((value) => ({ facet, value }))
      : [],
  )
}

/** A place from which something is near, or for whom something can reach. */
function place(random: Random) {
  const here = pointOfPlace(random.pick(['12180', '12866', '10001']))
  return {
    here,
    near: random.pick(['Albany, NY', 'New York, NY', 'me', null]),
    within: random.pick([null, 5, 40, 200]),
    reach: random.oneIn(2),
  }
}

/** Somebody for whom some closets accept requests at once. */
function renter(random: Random): Pick<SearchQuery, 'instant' | 'renter'> {
  if (random.oneIn(3)) return { instant: false, renter: null }
  return {
    instant: random.oneIn(2),
    renter: { hasCompleted: random.oneIn(2), now: new Date('2026-06-01T12:00:00Z') },
  }
}

/** Somebody with a measurement, a usual size, or both. */
function randomWearer(random: Random, sizes: readonly [LikelyInSize, ...LikelyInSize[]]): Wearer {
  const own = (least: number) => (random.oneIn(3) ? null : least + random.between(0, 14))
  const isMeasured = !random.oneIn(4)
  const body = isMeasured
    ? { bustCm: own(82), waistCm: 62 + random.between(0, 14), hipsCm: own(88) }
    : { bustCm: null, waistCm: null, hipsCm: null }
  const factor = () => random.between(70, 130) / 100
  const factors = { small: factor(), true: factor(), large: factor() }
  const inSize = random.pick(sizes)
  return { ...body, inSize: isMeasured && random.oneIn(3) ? null : { ...inSize, factors } }
}

/** How the results of each plan differ from those of plain SQL, in words; empty if they do not. */
export async function differences(
  { db, pool, today }: World,
  query: SearchQuery,
  plans: Readonly<Record<string, Bounds>>,
): Promise<string[]> {
  const expected = await expectedItems(pool, query, today)
  const byAge = { ...query, sort: 'newest' } as const
  const orders = [
    expected,
    query.sort === 'relevance' ? await expectedItems(pool, byAge, today) : [],
  ]
  const faults: string[] = []
  for (const [plan, bounds] of Object.entries(plans)) {
    const pages = await allPages(db, query, today, bounds)
    const found = pages.flatMap(({ items }) => idsOf(items))
    if (!orders.some((order) => isDeepStrictEqual(found, idsOf(order))))
      faults.push(`${plan} finds ${found.length} of ${expected.length}, or in another order`)
    const [total] = pages.map((page) => page.total)
    if (total !== null && total !== Math.min(expected.length, MAX_COUNTED_HITS + 1))
      faults.push(`${plan} counts ${total} of ${expected.length}`)
    const before = pages.map((_, n) => pages.slice(0, n).flatMap(({ items }) => items).length)
    const skipped = pages.map((page) => page.skipped)
    if (!isDeepStrictEqual(skipped, before)) faults.push(`${plan} skips ${skipped}, not ${before}`)
  }
  return faults
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id)
}

async function allPages(
  db: Db,
  query: SearchQuery,
  today: CalendarDate,
  bounds: Bounds,
): Promise<SearchPage[]> {
  const pages = [await searchItems(db, query, today, bounds)]
  for (let after = pages[0]?.next; after; after = pages.at(-1)?.next)
    pages.push(await searchItems(db, { ...query, after }, today, bounds))
  return pages
}

/** The same for the counts of a page's facets. */
export async function facetDifferences(
  { db, pool, today }: World,
  query: SearchQuery,
  bounds: Bounds,
): Promise<string[]> {
  const { facets: counts } = await searchItems(db, query, today, bounds)
  if (!counts) return []
  const faults: string[] = []
  const all = await expectedItems(pool, query, today)
  for (const name of [...facets, 'maxPrice'] as const) {
    const isChosen = name === 'maxPrice' ? query.maxPrice !== null : query[name].length > 0
    const wider = { ...query, [name]: name === 'maxPrice' ? null : [] }
    const items = isChosen ? await expectedItems(pool, wider, today) : all
    const right = items.length > MAX_COUNTED_HITS ? null : countsOf(items, name)
    if (!isDeepStrictEqual(counts[name], right))
      faults.push(`${name}: ${JSON.stringify(counts[name])}, not ${JSON.stringify(right)}`)
  }
  const wider = query.instant ? await expectedItems(pool, { ...query, instant: false }, today) : all
  const instant = wider.filter((item) => item.instant).length
  const right = wider.length > MAX_COUNTED_HITS ? null : instant
  const counted = counts.instant && (counts.instant[ME] ?? 0)
  if (query.renter && counted !== right) faults.push(`instant: ${counted}, not ${right}`)
  return faults
}

function countsOf(items: readonly Expected[], name: (typeof facets)[number] | 'maxPrice') {
  const counts: Record<string, number> = {}
  for (const { price, values } of items) {
    const words = name === 'maxPrice' ? priceSteps.filter((step) => price <= step) : [values[name]]
    for (const word of words)
      if (word !== null && word !== undefined) counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}
