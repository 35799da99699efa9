import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic } from '#domain/catalogue/items/items.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { searchedColumns } from './conditions.ts'
import type { SearchSort } from './facets.ts'
import { priceKey } from './found-items.ts'
import type { Plan, Ring } from './plan.ts'
import type { SearchCursor } from './search-query.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'
import { MANY, type ValueCounts } from './value-counts.ts'

// Fourth step of a search: the hits of a page.

/** An item that was found, with the keys of every order as text, as in a cursor. */
export type Hit = {
  readonly id: ItemId
  /** Credits a day. */
  readonly price: number
  /** With microseconds. */
  readonly at: string
  /** How well the words match, or the negated distance in miles; '' unless sorted by it. */
  readonly rank: string
}

export type HitPage = {
  readonly hits: readonly Hit[]
  /** How many hits were on the pages before. */
  readonly skipped: number
  /** The place after the page; null if it is the last one. */
  readonly end: Omit<SearchCursor, 'skipped' | 'total'> | null
  /**
   * Counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when there are too many
   * items to check, undefined when all hits remain to be counted.
   */
  readonly total: number | null | undefined
  /** The counts of the facets that are not chosen, if they were counted with the hits. */
  readonly values: ValueCounts | null
}

/** At most one hit more than a page, and where the search for hits ended. */
type Found = Pick<HitPage, 'total' | 'values'> & {
  readonly order: SearchSort
  readonly hits: readonly Hit[]
  /** The last item that was checked; null if all were. */
  readonly end: Hit | null
}

const WANTED = PAGE_SIZE + 1

/** A page of hits, starting at the cursor. */
export async function readHits(db: DbOrTx, plan: Plan): Promise<HitPage> {
  const { order, hits, end, ...found } = await readByAPlan(db, plan)
  const shown = hits.slice(0, PAGE_SIZE)
  const last = hits.length > PAGE_SIZE ? shown.at(-1) : end
  const skipped = plan.place?.skipped ?? 0
  return { ...found, hits: shown, skipped, end: last ? placeAfter(last, order) : null }
}

function placeAfter(hit: Hit, order: SearchSort) {
  const key = {
    ...{ newest: '', price: String(hit.price), relevance: hit.rank },
    distance: String(Math.abs(Number(hit.rank))),
  }[order]
  return { order, key, at: hit.at, id: hit.id }
}

async function readByAPlan(db: DbOrTx, plan: Plan): Promise<Found> {
  if (plan.rings) {
    const few = plan.expected < plan.walkFrom ? await readByGathering(db, plan) : null
    return few ?? readRings(db, plan, plan.rings)
  }
  const walked = plan.isWalkedFirst ? await readByWalking(db, plan) : null
  return walked ?? (await readByGathering(db, plan)) ?? (await readWindow(db, plan))
}

/** Reads one ring after the other until the page is full. */
async function readRings(db: DbOrTx, plan: Plan, rings: readonly Ring[]): Promise<Found> {
  const { place } = plan
  const hits: Hit[] = []
  let isAll = true
  for (const ring of rings) {
    const found = await readRing(db, plan, ring)
    hits.push(...found.hits)
    if (found.end) return { ...ofRings, hits, total: place?.total, end: found.end }
    isAll = found.hits.length < WANTED
    if (hits.length >= WANTED) {
      isAll &&= ring === rings.at(-1)
      break
    }
  }
  const total = place ? place.total : isAll ? hits.length : undefined
  return { ...ofRings, hits: hits.slice(0, WANTED), total, end: null }
}

const ofRings = { order: 'distance', values: null } as const

type InRing = Pick<Found, 'hits' | 'end'>

/** Of a ring with many items that are equally far, the newest are walked. */
async function readRing(db: DbOrTx, plan: Plan, ring: Ring): Promise<InRing> {
  const own: Plan = { ...plan, ...ring, isWalkedFirst: false }
  const isFrequent = ring.expected >= plan.walkFrom && ring.miles !== null
  const walked = isFrequent ? await walkRing(db, own, ring) : null
  if (walked && !walked.end) return walked
  return (await readByGathering(db, own)) ?? walked ?? (await walkRing(db, own, ring))
}

async function walkRing(db: DbOrTx, plan: Plan, { miles }: Ring): Promise<InRing> {
  const isWithin = plan.place?.order === 'distance' && Number(plan.place.key) === miles
  const place = isWithin && plan.place ? { ...plan.place, order: 'newest' as const } : null
  const own = { ...plan, walkedOrder: 'newest' } as const
  const rank = String(-(miles ?? 0))
  const hits = await walk(db, own, place)
  const end = hits.length < WANTED ? await lastOfWindow(db, own, place) : null
  return { hits: hits.map((hit) => ({ ...hit, rank })), end: end && { ...end, rank } }
}

/** Null when the window ends before the page is full. */
async function readByWalking(db: DbOrTx, plan: Plan): Promise<Found | null> {
  const { walkedOrder: order, place } = plan
  const { hits, total } = await walkAndCount(db, plan, place)
  if (hits.length < WANTED && (await lastOfWindow(db, plan, place))) return null
  return { order, hits, total, values: null, end: null }
}

async function readWindow(db: DbOrTx, plan: Plan): Promise<Found> {
  // Only gathered items have ranks.
  const place = plan.place?.order === 'relevance' ? null : plan.place
  const hits = await walk(db, plan, place)
  const end = hits.length < WANTED ? await lastOfWindow(db, plan, place) : null
  return { order: plan.walkedOrder, hits, total: place?.total ?? null, values: null, end }
}

/** Reads public items in order and keeps the hits. For frequent hits. */
async function walk(db: DbOrTx, plan: Plan, place: SearchCursor | null): Promise<Hit[]> {
  return walked(db, plan, place).execute()
}

/** The first page counts, in the same statement; its total is passed on to later pages. */
async function walkAndCount(
  db: DbOrTx,
  plan: Plan,
  place: SearchCursor | null,
): Promise<{ readonly hits: readonly Hit[]; readonly total: number | null }> {
  if (place) return { hits: await walk(db, plan, place), total: place.total }
  const rows = await walked(db, plan, null)
    .select(sql<number | null>`(${plan.counts(noValues)} ->> 0)::int`.as('total'))
    .execute()
  const hits = rows.map(({ total, ...hit }) => hit)
  const [first] = rows
  return { hits, total: first && hits.length === WANTED ? first.total : hits.length }
}

function walked(db: DbOrTx, plan: Plan, place: SearchCursor | null) {
  const { walkedOrder: order, window, hasFilters, hasWords, isFree } = plan
  const inWindow = publicItems(db, order, place).select([...searchedColumns, priceKey])
  return (
    db
      .selectFrom(inWindow.limit(window).as('i'))
      .select(['i.id', 'i.credits_per_day as price', exactInstant.as('at'), sql.lit('').as('rank')])
      // In this order: most items have not all filters and words.
      .where(sql<boolean>`case when ${hasFilters} and ${hasWords} then ${isFree} else false end`)
      .orderBy(inOrder(order))
      .limit(WANTED)
  )
}

/** The last item of a window; null when there are fewer items. */
async function lastOfWindow(
  db: DbOrTx,
  { walkedOrder, window }: Plan,
  place: SearchCursor | null,
): Promise<Hit | null> {
  const row = await publicItems(db, walkedOrder, place)
    .select(['i.id', 'i.credits_per_day as price', exactInstant.as('at'), sql.lit('').as('rank')])
    .offset(sql.lit(window - 1))
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** `order by` expressions on items exactly as in the indexes. */
const inIndexOrder = {
  newest: sql`i.created_at desc, i.id desc`,
  price: sql`-i.credits_per_day desc, i.created_at desc, i.id desc`,
} as const

function publicItems(db: DbOrTx, order: Plan['walkedOrder'], place: SearchCursor | null) {
  return db
    .selectFrom('clothing_items as i')
    .where(isPublic)
    .where(comesAfter(place))
    .orderBy(inIndexOrder[order])
}

/**
 * Reads all items that the index of words finds, sorts them, and checks their calendars until there
 * is a page and, for the first page, a total. For rare hits. Null when the index finds too much.
 */
async function readByGathering(db: DbOrTx, plan: Plan): Promise<Found | null> {
  const { gatheredOrder: order, place, maxFound } = plan
  const rows = await db
    .with('found', plan.found)
    .with('candidates', plan.rankedCandidates)
    .with('hits', (from) =>
      from
        .selectFrom((sorted) =>
          sorted
            .selectFrom('candidates as i')
            .select([...searchedColumns, 'i.price_key', 'i.rank'])
            .where(comesAfter(place))
            .orderBy(inOrder(order))
            // Sorted before their calendars are read, since few of these are needed.
            .offset(sql.lit(0))
            .as('i'),
        )
        .select([...searchedColumns, 'i.price_key', 'i.rank'])
        .where(plan.isFree)
        .orderBy(inOrder(order))
        .limit(place ? WANTED : MANY),
    )
    .with('page', (from) =>
      from
        .selectFrom('hits as i')
        .select(['i.id', 'i.created_at', 'i.credits_per_day', 'i.price_key', 'i.rank'])
        .orderBy(inOrder(order))
        .limit(WANTED),
    )
    .with('counts', (from) =>
      from.selectNoFrom((select) => [
        select.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('found'),
        select.selectFrom('hits').select(sql<number>`count(*)::int`.as('n')).as('total'),
        (place ? noValues : plan.values).as('values'),
      ]),
    )
    .selectFrom('counts as c')
    .leftJoin('page as i', (join) => join.onTrue())
    .select(['c.found', 'c.total', 'c.values', 'i.id', 'i.credits_per_day as price'])
    .select([exactInstant.as('at'), sql<string>`i.rank::text`.as('rank')])
    .orderBy(inOrder(order))
    .execute()
  const [first] = rows
  const total = first?.total ?? 0
  if ((first?.found ?? 0) > maxFound) return null
  return {
    order,
    hits: rows.flatMap(({ id, price, at, rank }) =>
      id === null || price === null ? [] : [{ id, price, at, rank }],
    ),
    total: place ? place.total : total,
    values: total > MAX_COUNTED_HITS ? null : (first?.values ?? []),
    end: null,
  }
}

const noValues: RawBuilder<ValueCounts> = sql`'[]'::json`

/** The first key of an order; all keys are descending, so that one comparison finds the place. */
const firstKeys = {
  newest: null,
  price: sql`i.price_key`,
  relevance: sql`i.rank`,
  distance: sql`i.rank`,
} as const

/** SQL for `order by`, for rows called `i` with their keys as columns. */
function inOrder(order: SearchSort): RawBuilder<unknown> {
  const first = firstKeys[order]
  return first
    ? sql`${first} desc, i.created_at desc, i.id desc`
    : sql`i.created_at desc, i.id desc`
}

/** Whether a row called `i` comes after a place. */
function comesAfter(place: SearchCursor | null): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  const at = sql`${place.at}::timestamptz, ${place.id}::uuid`
  switch (place.order) {
    case 'newest':
      return sql<boolean>`(i.created_at, i.id) < (${at})`
    case 'price':
      return sql<boolean>`(-i.credits_per_day, i.created_at, i.id) < (-${place.key}::int, ${at})`
    case 'relevance':
      return sql<boolean>`(i.rank, i.created_at, i.id) < (${place.key}::real, ${at})`
    case 'distance':
      return sql<boolean>`(i.rank, i.created_at, i.id) < (-${place.key}::real, ${at})`
  }
}

/** The instant of a row called `i` as text: a JavaScript date has no microseconds. */
const exactInstant = sql<string>`to_char(i.created_at at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
