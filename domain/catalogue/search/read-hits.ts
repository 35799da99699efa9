import type { DbOrTx } from '#db/connection.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { countHits } from './count-hits.ts'
import { countedNames, isChosen, type ValueCounts } from './counted-values.ts'
import type { Estimate } from './expected-hits.ts'
import { gather } from './gather.ts'
import { type Hit, placeAfter, walkedOrder } from './hits.ts'
import type { Run } from './run.ts'
import { readCursor, type SearchCursor, writeCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'
import { MAX_COUNTED_HITS } from './search-results.ts'
import { lastOfWindow, walk } from './walk.ts'

// Two plans find the same items. The walk reads items in display order until a page is full, which
// is quick for frequent hits. Gathering reads everything that the index of words finds, which is
// quick for rare hits. Frequent items that are seldom free may exceed both limits: the page then
// ends with the window of the walk, and the next page continues there.

export type HitPage = {
  readonly hits: readonly Hit[]
  /** Counted up to `MAX_COUNTED_HITS`; one more means "more than that". Null when not counted. */
  readonly total: number | null
  readonly skipped: number
  /** The counts of the facets that are not chosen, if they were counted with the hits. */
  readonly values: ValueCounts | null
  readonly next: string | null
}

/** At most one hit more than a page, and where the search for hits ended. */
type ReadHits = {
  readonly order: SearchCursor['order']
  readonly place: SearchCursor | null
  readonly hits: readonly Hit[]
  readonly total: number | null
  readonly values: ValueCounts | null
  /** The last item that was checked; null if all were. */
  readonly end: Hit | null
}

const WANTED = PAGE_SIZE + 1

/** A page of hits, starting at the cursor. */
export async function readHits(
  db: DbOrTx,
  query: SearchQuery,
  expected: Estimate,
  run: Run,
): Promise<HitPage> {
  const { order, place, hits, values, end, ...read } = await readByAPlan(db, query, expected, run)
  const shown = hits.slice(0, PAGE_SIZE)
  const last = hits.length > PAGE_SIZE ? shown.at(-1) : end
  const skipped = place?.skipped ?? 0
  const seen = skipped + shown.length
  const total = read.total === null ? null : atLeast(read.total, seen)
  const next = last ? writeCursor(placeAfter(last, order, { skipped: seen, total })) : null
  return { hits: shown, total, skipped, values, next }
}

/** Later pages can include items that became free after the first page was counted. */
function atLeast(counted: number, seen: number): number {
  return Math.max(counted, Math.min(seen, MAX_COUNTED_HITS + 1))
}

async function readByAPlan(
  db: DbOrTx,
  query: SearchQuery,
  expected: Estimate,
  run: Run,
): Promise<ReadHits> {
  const place = placeOf(query)
  if (expected.hits(query) >= run.bounds.walkFrom && place?.order !== 'relevance') {
    const walked = await readByWalking(db, query, place, expected, run)
    if (walked) return walked
  }
  return (await readByGathering(db, query, place, run)) ?? readWindow(db, query, place, run)
}

/** Null when the window ends before the page is full. */
async function readByWalking(
  db: DbOrTx,
  query: SearchQuery,
  place: SearchCursor | null,
  expected: Estimate,
  run: Run,
): Promise<ReadHits | null> {
  const order = walkedOrder(query)
  const { window } = run.bounds
  const hits = await walk(db, query, { order, place, window, limit: WANTED }, run.today)
  const read = { order, place, hits, values: null, end: null }
  const isFull = hits.length === WANTED
  if (!isFull && (await lastOfWindow(db, { order, place, window }))) return null
  // The first page counts; its total is passed on to later pages.
  if (place) return { ...read, total: place.total }
  return { ...read, total: isFull ? await countHits(db, query, expected, run) : hits.length }
}

/** Null when the index finds too much. */
async function readByGathering(
  db: DbOrTx,
  query: SearchQuery,
  place: SearchCursor | null,
  { today, bounds }: Run,
): Promise<ReadHits | null> {
  const isByRank = query.sort === 'relevance' && place?.order !== 'newest'
  const order = isByRank ? 'relevance' : walkedOrder(query)
  const counted = countedNames.filter((name) => !isChosen(query, name))
  const wanted = { order, place, limit: WANTED, maxFound: bounds.gathered, counted } as const
  const { isComplete, ...read } = await gather(db, query, wanted, today)
  if (!isComplete) return null
  return { order, place, ...read, total: place ? place.total : read.total, end: null }
}

async function readWindow(
  db: DbOrTx,
  query: SearchQuery,
  from: SearchCursor | null,
  { today, bounds: { window } }: Run,
): Promise<ReadHits> {
  // Only gathered items have ranks.
  const place = from?.order === 'relevance' ? null : from
  const order = walkedOrder(query)
  const hits = await walk(db, query, { order, place, window, limit: WANTED }, today)
  const end = hits.length < WANTED ? await lastOfWindow(db, { order, place, window }) : null
  const total = place?.total ?? null
  return { order, place, hits, total, values: null, end }
}

/** The place of the cursor; null if it is in a different order than the search. */
function placeOf(query: SearchQuery): SearchCursor | null {
  const place = readCursor(query.after)
  const isOurs =
    place?.order === walkedOrder(query) ||
    (query.sort === 'relevance' && place?.order === 'relevance')
  return isOurs ? place : null
}
