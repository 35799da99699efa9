import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { trueToSizeShare } from '#domain/catalogue/items/items.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import type { Condition, Conditions } from './conditions.ts'
import { type Counted, countedNames, type SearchSort } from './facets.ts'
import { type Candidates, candidatesBy, foundBy } from './found-items.ts'
import type { SearchCursor, SearchQuery } from './search-query.ts'
import { type Filter, MAX_COUNTED_HITS } from './search-results.ts'
import {
  type CountedHits,
  countsIfMany,
  countsOfFound,
  MANY,
  type ValueCounts,
  valuesOf,
} from './value-counts.ts'

// Third step of a search: how to find its items. Two plans find the same ones. The walk reads items
// in display order until a page is full, which is quick for frequent hits. Gathering reads
// everything that the index of words finds, which is quick for rare hits. Frequent items that are
// seldom free may exceed both limits: the page then ends with the window of the walk, and the next
// page continues there. Limits are written as constants: PostgreSQL expects a parameter to let a
// tenth of the rows through, and would plan such statements again for each search.

export type Bounds = {
  /** The number of expected hits from which the walk is quicker. */
  readonly walkFrom: number
  /** The most items that a walk reads. */
  readonly window: number
  /** The most items of the index that gathering reads. */
  readonly gathered: number
}

/** The SQL for the items of the search, or of the search without one of its filters. */
export type Target = {
  /** Facets, highest price and fit, on the columns of an item `i`. */
  readonly hasFilters: RawBuilder<boolean>
  readonly hasWords: RawBuilder<boolean>
  /** New, free on the dates, expensive enough, likely to fit, accepted, without anything unwanted. */
  readonly isFree: RawBuilder<boolean>
  readonly areThereWords: boolean
  /** Words, facets, highest price and fit as a tsquery for documents; null when there are none. */
  readonly document: RawBuilder<unknown> | null
  /** For a CTE: one item more than `maxFound` that the document finds. */
  readonly found: Expression<{ id: ItemId }>
  /** How many items have its filters and words, on any dates; good enough to choose a plan. */
  readonly expected: number
  /** How many of the hits have each value: for the facets that are not chosen. */
  readonly values: RawBuilder<ValueCounts>
  /** The total, and some values, for any statement. */
  readonly counts: (values: RawBuilder<ValueCounts>) => RawBuilder<CountedHits>
}

export type Plan = Target & {
  /** Those of the search, but no words if it has only such as 'the'. */
  readonly conditions: Conditions
  readonly isWalkedFirst: boolean
  /** The number of expected hits from which walking is quicker. */
  readonly walkFrom: number
  /** The most items that a walk reads. */
  readonly window: number
  /** The most items of the index that are read. */
  readonly maxFound: number
  /** Null for a first page, and for a cursor in another order than the search. */
  readonly place: SearchCursor | null
  readonly walkedOrder: 'newest' | 'price'
  readonly gatheredOrder: SearchSort
  /** Only when sorted by distance: the search in parts, the nearest first. */
  readonly rings: readonly Ring[] | null
  /** For a CTE after `found`: the public items among them. */
  readonly candidates: Candidates
  /** The same with ranks, if the items are sorted by them. */
  readonly rankedCandidates: Candidates
  /** Only the first items that the document finds. */
  readonly foundFirst: Expression<{ id: ItemId }>
  /** What the search finds without one of its filters. */
  readonly without: ReadonlyMap<Filter, Target>
  /** The items that have the words. */
  readonly onlyWords: Target
}

/** The part of a search whose items are about equally far. */
export type Ring = Target & {
  /** The distance of all its items in whole miles; null if they differ. */
  readonly miles: number | null
  /** With the negated miles as their rank. */
  readonly rankedCandidates: Candidates
}

/** The most that one search reads, in a catalogue of any size. */
const MAX_READ = { window: 20_000, gathered: 20_000 } as const

/** With fewer hits than this, counting the total reads all of them anyway. */
const MIN_WALK_FROM = 1.25 * MAX_COUNTED_HITS
/** One statement sorts fewer hits by distance, and counts them, sooner than one for each ring. */
const MIN_RINGS_FROM = 500

/**
 * Walking reads more items the rarer the hits are; gathering reads all hits. They cost the same
 * when the number of hits is the square root of items times page size. Without words, an item that
 * the walk passes costs a tenth of a hit; with words, or a body to fit, its document is read too.
 */
function boundsFor({ items }: Estimate, { words, filters, byDistance }: Conditions): Bounds {
  const passing = words || filters.has('fit') ? 0.7 : 0.1
  const least = byDistance ? MIN_RINGS_FROM : MIN_WALK_FROM
  return { ...MAX_READ, walkFrom: Math.max(least, Math.sqrt(items * PAGE_SIZE * passing)) }
}

/** How many items are checked on other dates. */
const MAX_CHECKED_FOR_OTHER_DATES = 500

export async function planFor(
  db: DbOrTx,
  { sort, after }: Pick<SearchQuery, 'sort' | 'after'>,
  given: Conditions,
  bounds?: Bounds,
): Promise<Plan> {
  const expected = await estimate(db, given)
  const { walkFrom, window, gathered: maxFound } = bounds ?? boundsFor(expected, given)
  const conditions = expected.hasWords
    ? given
    : { ...leaveOut(given, 'q'), byDistance: given.byDistance }
  const candidates = candidatesBy(db, null)
  const inWindow = Math.min(1, window / Math.max(1, expected.items))
  const target = (part: Conditions, counted: readonly Counted[]) =>
    targetOf(db, part, { expected: expected.hits(part), window, inWindow, maxFound, counted })
  const own = target(
    conditions,
    countedNames.filter((name) => !conditions.filters.has(name)),
  )
  const without = new Map(
    filtersOf(conditions).map((name) => {
      const counted = countedNames.filter((one) => one === name)
      return [name, target(leaveOut(conditions, name), counted)] as const
    }),
  )
  const order = orderOf(sort, after)
  const { words, byDistance } = conditions
  const rank = byDistance ? byDistance.nearest : rankOf(order.gatheredOrder, words)
  return {
    ...own,
    ...order,
    conditions,
    isWalkedFirst: own.expected >= walkFrom && order.place?.order !== 'relevance',
    walkFrom,
    window,
    maxFound,
    candidates,
    rankedCandidates: rank ? candidatesBy(db, rank) : candidates,
    foundFirst: foundBy(db, own.document, MAX_CHECKED_FOR_OTHER_DATES),
    without,
    onlyWords: target(onlyWords(conditions), []),
    rings:
      conditions.byDistance?.rings.map(({ isIn, miles, nearest }) => ({
        ...target(inRing(conditions, isIn), []),
        miles,
        rankedCandidates: candidatesBy(db, nearest),
      })) ?? null,
  }
}

/** The filters of a search, each of which can be left out. */
function filtersOf({ filters, words, dates, not, minPrice }: Conditions): readonly Filter[] {
  const others = [
    words && 'q',
    filters.has('fit') && 'fit',
    filters.has('near') && 'near',
    filters.has('reach') && 'reach',
    dates && 'dates',
    not && 'not',
    minPrice && 'minPrice',
  ] as const
  return [
    ...countedNames.filter((name) => filters.has(name)),
    ...others.filter((name) => name !== null && name !== false),
  ]
}

function leaveOut({ filters, words, dates, ...rest }: Conditions, name: Filter): Conditions {
  return {
    byDistance: null,
    fits: name === 'fit' ? null : rest.fits,
    mayAccept: name === 'instant' ? null : rest.mayAccept,
    isInstant: rest.isInstant,
    not: name === 'not' ? null : rest.not,
    minPrice: name === 'minPrice' ? null : rest.minPrice,
    isNew: rest.isNew,
    filters: new Map([...filters].filter(([one]) => one !== name)),
    words: name === 'q' ? null : words,
    dates: name === 'dates' ? null : dates,
  }
}

function onlyWords({ words }: Conditions): Conditions {
  return {
    filters: new Map(),
    fits: null,
    mayAccept: null,
    isInstant: null,
    not: null,
    minPrice: null,
    isNew: null,
    words,
    dates: null,
    byDistance: null,
  }
}

function orderOf(sort: SearchSort, after: SearchCursor | null) {
  // There is no index by relevance, so frequent hits are shown newest first instead.
  const walkedOrder = sort === 'price' ? 'price' : 'newest'
  const isRanked = sort === 'relevance' || sort === 'distance'
  const isOurs = after?.order === walkedOrder || (isRanked && after?.order === sort)
  const place = isOurs ? after : null
  const isByRank = isRanked && place?.order !== 'newest'
  return { place, walkedOrder, gatheredOrder: isByRank ? sort : walkedOrder } as const
}

/** Its reaches are among those of the filters by place, so it takes their place. */
function inRing(conditions: Conditions, ring: Condition): Conditions {
  const filters = new Map(conditions.filters)
  filters.delete('reach')
  return { ...conditions, filters: filters.set('near', ring) }
}

/** The word in the row with the count of all items; no real word is empty. */
export const ALL_ITEMS = ''

/** An estimate of how many items a search finds, good enough to choose a plan. */
type Estimate = {
  /** All items that can be found. */
  readonly items: number
  /** Whether there are words to search for; 'the' and '?!' are none. */
  readonly hasWords: boolean
  /**
   * How many items have the words and facets of this search or of a part of it, ignoring dates, and
   * assuming that these are independent. Words without a count are rare.
   */
  readonly hits: (part: Conditions) => number
}

async function estimate(db: DbOrTx, { words, filters }: Conditions): Promise<Estimate> {
  const { typed = '', synonyms = [] } = words ?? {}
  const typedWords = sql<string[]>`tsvector_to_array(to_tsvector('english', search_text(${typed})))`
  const lexemes = [...filters.values()].flatMap((one) => one.lexemes.flat())
  const known = [ALL_ITEMS, ...lexemes, ...synonyms.flat()]
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('search_word_counts')
        .select(
          sql<[string, number][]>`coalesce(json_agg(json_build_array(word, items)), '[]')`.as('n'),
        )
        .where(sql<boolean>`word = any(${known}::text[] || ${typedWords})`)
        .as('counts'),
      typedWords.as('typed'),
      sql<number>`numnode(websearch_to_tsquery('english', search_text(${typed})))`.as('nodes'),
    ])
    .executeTakeFirstOrThrow()
  const counts = new Map(row.counts)
  const items = counts.get(ALL_ITEMS) ?? 0
  const share = (alternatives: readonly string[]) =>
    Math.min(
      1,
      alternatives.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0) / Math.max(1, items),
    )
  const withSynonyms = (word: string) => synonyms.find((all) => all.includes(word)) ?? [word]
  const shareOfWords = row.typed.reduce((product, word) => product * share(withSynonyms(word)), 1)
  return {
    items,
    hasWords: row.nodes > 0,
    hits: (part) =>
      [...part.filters.values()]
        .flatMap((one) => [
          ...one.lexemes.map(share),
          Math.min(1, (one.items ?? items) / Math.max(1, items)),
        ])
        .reduce((hits, part) => hits * part, items * (part.words ? shareOfWords : 1)),
  }
}

const always = sql<boolean>`true`

type TargetBounds = Pick<Plan, 'expected' | 'window' | 'maxFound'> & {
  /** The share of all items in a window. */
  readonly inWindow: number
  readonly counted: readonly Counted[]
}

function targetOf(
  db: DbOrTx,
  conditions: Conditions,
  { expected, window, inWindow, maxFound, counted }: TargetBounds,
): Target {
  const { filters, words, dates, fits, mayAccept, isInstant, not, minPrice, isNew } = conditions
  const document = documentOf(conditions)
  const target = {
    hasFilters: allOf([...filters.values()].map(({ onItem }) => onItem)),
    hasWords: words ? hasWords(words.query) : always,
    isFree: allOf(
      [isNew, not, minPrice, mayAccept, fits, dates?.isFree].filter((one) => one != null),
    ),
    areThereWords: words !== null,
    document,
    found: foundBy(db, document, maxFound),
    expected,
    values: valuesOf(counted, isInstant),
  }
  return { ...target, counts }

  function counts(values: RawBuilder<ValueCounts>): RawBuilder<CountedHits> {
    const counted = { ...target, maxFound, window }
    const all = countsOfFound(counted, values)
    // The index lists all hits before the first is counted, which takes long in a large catalogue;
    // rows are read until there are enough, which takes long for rare hits.
    const areManyLikely = expected > MANY * Math.max(20, 3 / inWindow)
    return areManyLikely ? sql`coalesce(${countsIfMany(counted)}, ${all})` : all
  }
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? always : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A separate subquery: with a join, the planner could start by reading all documents. */
function hasWords(words: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select s.doc @@ ${words} from item_search s where s.item_id = i.id)`
}

function documentOf({ filters, words }: Conditions): RawBuilder<unknown> | null {
  if (filters.size === 0) return words?.query ?? null
  const text = [...filters.values()].map(({ inDocument }) => inDocument).join('&')
  return words ? sql`(${text}::tsquery && ${words.query})` : sql`${text}::tsquery`
}

function rankOf(order: SearchSort, words: Conditions['words']): RawBuilder<number> | null {
  return order === 'relevance' && words
    ? sql<number>`((select ts_rank(s.doc, ${words.query}) from item_search s where s.item_id = i.id)
        * ${trueToSizeShare('i')} * ${words.fitting})::real`
    : null
}
