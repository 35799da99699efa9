import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { isPublic, trueToSizeShare } from '#domain/catalogue/items/items.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { type Condition, type Conditions, searchedColumns } from './conditions.ts'
import { type Counted, countedNames, type SearchSort } from './facets.ts'
import type { SearchCursor, SearchQuery } from './search-query.ts'
import { type Filter, MAX_COUNTED_HITS } from './search-results.ts'
import { type ValueCounts, valuesOf } from './value-counts.ts'

// Third step of a search: how to find its items. Two plans find the same ones. The walk reads items
// in display order until a page is full, which is quick for frequent hits. Gathering reads
// everything that the index of words finds, which is quick for rare hits. Frequent items that are
// seldom free may exceed both limits: the page then ends with the window of the walk, and the next
// page continues there.

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
  /** Free on the dates, expensive enough, likely to fit and without anything unwanted. */
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
}

export type Plan = Target & {
  /** Those of the search, but no words if it has only such as 'the'. */
  readonly conditions: Conditions
  readonly isWalkedFirst: boolean
  /** The number of expected hits from which walking is quicker. */
  readonly walkFrom: number
  /** The most items that a walk reads. */
  readonly window: number
  /** Its share of all items. */
  readonly inWindow: number
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
  /** The facets that are counted in one statement; null for none. */
  readonly together: Together | null
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

type Candidates = ReturnType<typeof candidatesBy>

export type Together = {
  readonly names: readonly Counted[]
  readonly maxFound: number
  /** Everything that at least one of the searches without these facets finds. */
  readonly found: Expression<{ id: ItemId }>
}

/** The most that one search reads, in a catalogue of any size. */
const MAX_READ = { window: 20_000, gathered: 20_000 } as const

/** With fewer hits than this, counting the total reads all of them anyway. */
const MIN_WALK_FROM = 625

/**
 * Walking reads more items the rarer the hits are; gathering reads all hits. They cost the same
 * when the number of hits is the square root of items times page size. Without words, an item that
 * the walk passes costs a tenth of a hit; with words, or a body to fit, its document is read too.
 */
function boundsFor({ items }: Estimate, { words, filters }: Conditions): Bounds {
  const passing = words || filters.has('fit') ? 0.7 : 0.1
  return { ...MAX_READ, walkFrom: Math.max(MIN_WALK_FROM, Math.sqrt(items * PAGE_SIZE * passing)) }
}

/** The most items for which the counts of several facets are read together. */
const MAX_COUNTED_TOGETHER = 4000
/** A facet with more is not counted, so that its items need not be read. */
const MAX_EXPECTED = 1.2 * MAX_COUNTED_HITS

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
  const target = (part: Conditions, counted: readonly Counted[]) =>
    targetOf(db, part, { expected: expected.hits(part), maxFound, counted })
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
  const candidates = candidatesBy(db, null)
  const { words, byDistance } = conditions
  const rank = byDistance ? byDistance.nearest : rankOf(order.gatheredOrder, words)
  return {
    ...own,
    ...order,
    conditions,
    isWalkedFirst: own.expected >= walkFrom && order.place?.order !== 'relevance',
    walkFrom,
    window,
    inWindow: Math.min(1, window / Math.max(1, expected.items)),
    maxFound,
    candidates,
    rankedCandidates: rank ? candidatesBy(db, rank) : candidates,
    foundFirst: foundBy(db, own.document, MAX_COUNTED_HITS),
    without,
    together: togetherOf(db, without, maxFound),
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
    not: name === 'not' ? null : rest.not,
    minPrice: name === 'minPrice' ? null : rest.minPrice,
    filters: new Map([...filters].filter(([one]) => one !== name)),
    words: name === 'q' ? null : words,
    dates: name === 'dates' ? null : dates,
  }
}

function onlyWords({ words }: Conditions): Conditions {
  return {
    filters: new Map(),
    fits: null,
    not: null,
    minPrice: null,
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

function targetOf(
  db: DbOrTx,
  conditions: Conditions,
  {
    expected,
    maxFound,
    counted,
  }: {
    readonly expected: number
    readonly maxFound: number
    readonly counted: readonly Counted[]
  },
): Target {
  const { filters, words, dates, fits, not, minPrice } = conditions
  const document = documentOf(conditions)
  return {
    hasFilters: allOf([...filters.values()].map(({ onItem }) => onItem)),
    hasWords: words ? hasWords(words.query) : always,
    isFree: allOf([not, minPrice, fits, dates?.isFree].filter((one) => one != null)),
    areThereWords: words !== null,
    document,
    found: foundBy(db, document, maxFound),
    expected,
    values: valuesOf(counted),
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

/** The first `max + 1` items that the index of documents finds; null finds all items. */
function foundBy(
  db: DbOrTx,
  document: RawBuilder<unknown> | null,
  max: number,
): Expression<{ id: ItemId }> {
  return document
    ? db
        .selectNoFrom(sql<string>`items_with_document(${document}, ${max + 1})`.as('id'))
        .$castTo<{ id: ItemId }>()
    : db
        .selectFrom('clothing_items as i')
        .select('i.id')
        .where(isPublic)
        .limit(max + 1)
}

/** The facets without which few items are expected. */
function togetherOf(
  db: DbOrTx,
  without: ReadonlyMap<Filter, Target>,
  max: number,
): Together | null {
  const isFew = (name: Counted) =>
    (without.get(name)?.expected ?? Number.POSITIVE_INFINITY) <= MAX_EXPECTED
  const names = countedNames.filter(isFew)
  if (names.length === 0) return null
  const documents = names.map((name) => without.get(name)?.document ?? null)
  const narrowed = documents.filter((document) => document !== null)
  const any = narrowed.length < documents.length ? null : sql`(${sql.join(narrowed, sql` || `)})`
  const maxFound = Math.min(max, MAX_COUNTED_TOGETHER)
  return { names, maxFound, found: foundBy(db, any, maxFound) }
}

/**
 * The price as a sort key: negated, as in the index `public_items_by_price`, so that the cheapest
 * comes first. A column of every ordered subquery, because with an expression in the outer
 * statement, PostgreSQL would sort all rows again.
 */
export const priceKey = sql<number>`-i.credits_per_day`.as('price_key')

function rankOf(order: SearchSort, words: Conditions['words']): RawBuilder<number> | null {
  return order === 'relevance' && words
    ? sql<number>`((select ts_rank(s.doc, ${words.query}) from item_search s where s.item_id = i.id)
        * ${trueToSizeShare('i')})::real`
    : null
}

/** The public items among those of a CTE `found`. */
function candidatesBy(db: DbOrTx, rank: RawBuilder<number> | null) {
  return db
    .$extendTables<{ found: { id: ItemId } }>()
    .selectFrom('found as f')
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select([...searchedColumns, priceKey])
          .whereRef('i.id', '=', 'f.id')
          .where(isPublic)
          // Reads each by id; a plain join could start by reading all items.
          .offset(sql.lit(0))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select([...searchedColumns, 'i.price_key'])
    .select((rank ?? sql<number>`0::real`).as('rank'))
}
