import { type RawBuilder, sql } from 'kysely'
import { type Body, fitLexemes, fitPoints } from '#domain/accounts/sizes/should-fit.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import { type FitOdds, MIN_ANSWERS, STRENGTH } from '#domain/catalogue/fit/odds.ts'
import { LIKELY, type LikelyInSize, type Wearer } from '#domain/catalogue/fit/wearer.ts'
import { choiceColumns, eachChoice } from '#domain/catalogue/items/fields/item-fields.ts'
import { mayAccept } from '#domain/catalogue/items/items.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { MAX_DAYS_AHEAD } from '#domain/shared/time/rental-days.ts'
import { type Counted, type Facet, facets } from './facets.ts'
import type { ListedReach, Nearby, Ring } from './nearby.ts'
import type { SearchingRenter, SearchQuery } from './search-query.ts'

// Second step of a search: its parts as SQL conditions on an item, `i`. Each stands by itself, so
// that the next steps can leave one out. Like dates, a lowest price and unwanted values are checked
// on the items that the others have found.

/** Words of a document of which an item has one. */
type Lexemes = readonly string[]

export type Condition = {
  /** On the columns of an item: for the plan that reads items in order. */
  readonly onItem: RawBuilder<boolean>
  /** The lexemes of its document: one of each group. For estimates. */
  readonly lexemes: readonly Lexemes[]
  /** How many items have it, if that is known without counting lexemes. */
  readonly items?: number
  /** The same as the text of a tsquery: for the plan that reads the index of documents. */
  readonly inDocument: string
}

/** The filters that are words of a document. */
export type Narrowing = Counted | 'fit' | 'near' | 'reach'

export type Conditions = {
  /** Facets, highest price, fit and place. */
  readonly filters: ReadonlyMap<Narrowing, Condition>
  /**
   * SQL: whether it should fit, of items of the person's usual size; null if their documents say it.
   */
  readonly fits: RawBuilder<boolean> | null
  /** SQL: whether its closet may accept a request; null where that need not be at once. */
  readonly mayAccept: RawBuilder<boolean> | null
  /** SQL: whether a request is accepted at once, for counting; null where nobody asks. */
  readonly isInstant: RawBuilder<boolean> | null
  /** SQL: whether it has nothing unwanted; null without such a part. */
  readonly not: RawBuilder<boolean> | null
  /** SQL: whether it costs enough; null without a lowest price. */
  readonly minPrice: RawBuilder<boolean> | null
  /** SQL: whether it is new; null where that does not matter. */
  readonly isNew: RawBuilder<boolean> | null
  readonly words: {
    readonly typed: string
    readonly synonyms: readonly Lexemes[]
    /** SQL: a tsquery that finds their synonyms too. */
    readonly query: RawBuilder<unknown>
    /** SQL: how much more an item counts that should fit by its measurements. */
    readonly fitting: RawBuilder<number>
  } | null
  readonly dates: {
    /** SQL: whether the item can be rented on them. */
    readonly isFree: RawBuilder<boolean>
    /** Up to 3 days earlier or later, nearest first. */
    readonly others: readonly OtherDates[]
  } | null
  /** Only when sorted by distance. */
  readonly byDistance: {
    /** SQL: the negated miles of an item. */
    readonly nearest: RawBuilder<number>
    /** Its parts, the nearest first. */
    readonly rings: readonly RingCondition[]
  } | null
}

type RingCondition = {
  readonly isIn: Condition
  /** The distance of all its items in whole miles; null if they differ. */
  readonly miles: number | null
  /** SQL: the negated miles of an item. */
  readonly nearest: RawBuilder<number>
}

type OtherDates = {
  /** Negative for earlier. */
  readonly days: number
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly isFree: RawBuilder<boolean>
}

/** A time, without its first instant. */
export type NewIn = { readonly after: Date; readonly until: Date }

/** `today` is the shop's date. */
export function conditionsOf(
  query: SearchQuery,
  nearby: Nearby | null,
  today: CalendarDate,
): Conditions {
  const { q, minPrice, maxPrice, fit, body, instant, renter, start, end } = query
  const filters = new Map<Narrowing, Condition>()
  for (const facet of facets) if (query[facet].length > 0) filters.set(facet, hasAny(facet, query))
  if (maxPrice !== null) filters.set('maxPrice', costsUpTo(maxPrice))
  if (fit) filters.set('fit', mayFit(fit))
  if (nearby?.near) filters.set('near', hasReach(nearby.near))
  if (nearby?.reach) filters.set('reach', hasReach(nearby.reach))
  const accepts = renter && acceptsAtOnce(renter, nearby?.offered ?? null)
  if (instant && accepts) filters.set('instant', accepts)
  return {
    filters,
    fits: fit?.inSize ? fits(fit, fit.inSize) : null,
    mayAccept: instant && renter ? mayAccept(renter.now) : null,
    isInstant:
      renter && accepts ? sql<boolean>`(${accepts.onItem} and ${mayAccept(renter.now)})` : null,
    not: hasNone(query),
    minPrice:
      minPrice === null
        ? null
        : sql<boolean>`i.credits_per_day >= ${Math.ceil(minPrice / creditsPerWeek(1))}`,
    isNew: null,
    words:
      q === ''
        ? null
        : { typed: q, synonyms: synonymsIn(q), query: searchFor(q), fitting: fitting(body) },
    dates: start && end ? { isFree: isFree(start, end), others: otherDates(start, end) } : null,
    byDistance: nearby?.rings ? byDistance(nearby.rings) : null,
  }

  /** A separate subquery: with a join, the planner could start by reading all calendars. */
  function isFree(start: CalendarDate, end: CalendarDate): RawBuilder<boolean> {
    return sql<boolean>`(select ${rentableOn('i', { start, end }, today)})`
  }

  function otherDates(first: CalendarDate, last: CalendarDate): readonly OtherDates[] {
    return [-1, 1, -2, 2, -3, 3]
      .map((days) => ({ days, start: addDays(first, days), end: addDays(last, days) }))
      .filter((one) => one.start >= today && one.start <= addDays(today, MAX_DAYS_AHEAD))
      .map((one) => ({ ...one, isFree: isFree(one.start, one.end) }))
  }
}

/** SQL: whether an item was approved in this time, for the first time. */
export function isNewIn({ after, until }: NewIn): RawBuilder<boolean> {
  const approved = sql`coalesce(i.approved_at, i.created_at)`
  return sql<boolean>`(${approved} > ${after} and ${approved} <= ${until})`
}

/** By what items are counted: a category or color is optional, and the title may name it. */
export const countedColumns: {
  readonly [Name in Exclude<Counted, 'instant'>]: RawBuilder<unknown>
} = {
  size: sql`i.size_group`,
  style: sql`i.style_group`,
  occasion: sql`i.occasion_group`,
  ...eachChoice(({ column }) => sql.ref(`i.${column}`)),
  category: sql`i.category_group`,
  colour: sql`i.colour_group`,
  brand: sql`i.brand_id::text`,
  city: sql`i.location_group`,
  maxPrice: sql`i.credits_per_day * 7`,
}

/** The columns of an item that the conditions, orders and counts need. */
export const searchedColumns = [
  'i.id',
  'i.created_at',
  'i.approved_at',
  'i.credits_per_day',
  'i.business_id',
  'i.size_group',
  'i.style_group',
  'i.occasion_group',
  'i.location_group',
  'i.reach',
  'i.accepts_automatically',
  'i.category_group',
  'i.colour_group',
  ...choiceColumns,
  'i.brand_id',
  'i.available',
  'i.paused',
  'i.advance_booking',
  'i.turnaround_days',
] as const

/** Its lexemes have the form of `search_filters` in the database. */
function hasAny(facet: Facet, query: SearchQuery): Condition {
  const values = query[facet]
  const lexemes = [values.map((value) => `f:${facet}:${value}`)]
  const onItem = sql<boolean>`${countedColumns[facet]} = any(${values}::text[])`
  return { onItem, lexemes, inDocument: textOf(lexemes) }
}

/** Of the usual size, or of fitting measurements. */
function mayFit(wearer: Wearer): Condition {
  const measured = fitLexemes(wearer)
  const { inSize } = wearer
  if (!inSize) return inDocument(measured)
  const ofSize = `f:size:${inSize.size}`
  const text = [...(measured.length > 0 ? [textOf(measured)] : []), quoted(ofSize)].join('|')
  return {
    onItem: documentMatches(text),
    lexemes: [[ofSize, ...(measured.at(-1) ?? [])]],
    inDocument: `(${text})`,
  }
}

/**
 * By its measurements, or where nothing can be compared, by what earlier wearers said: the odds of
 * `oddsFor`, compared with `LIKELY` without dividing by their sum.
 */
function fits(wearer: Wearer, { size, factors, all, categories }: LikelyInSize) {
  const measured = fitLexemes(wearer)
  const weights = {
    small: -LIKELY * factors.small,
    true: (1 - LIKELY) * factors.true,
    large: -LIKELY * factors.large,
  }
  const weigh = (odds: FitOdds) =>
    weights.small * odds.small + weights.true * odds.true + weights.large * odds.large
  const weighed = Object.fromEntries(
    categories.map((one) => [one.category ?? '', [weigh(one.odds), one.answers]]),
  )
  const sums = (answers: string) => sql`
    coalesce(sum(${weights.small}::float * ${sql.ref(`${answers}.small`)}
      + ${weights.true}::float * ${sql.ref(`${answers}.true_to_size`)}
      + ${weights.large}::float * ${sql.ref(`${answers}.large`)}), 0) as weight,
    coalesce(sum(${sql.ref(`${answers}.small`)} + ${sql.ref(`${answers}.true_to_size`)}
      + ${sql.ref(`${answers}.large`)}), 0)::int as answers`
  const isLikely = sql`(select coalesce((c.of ->> 1)::int, 0) + own.answers >= ${MIN_ANSWERS}
      and own.weight + ${STRENGTH} * (alike.weight
        + ${STRENGTH} * coalesce((c.of ->> 0)::float, ${weigh(all)}::float))
        / (alike.answers + ${STRENGTH}) >= 0
    from (select ${JSON.stringify(weighed)}::jsonb -> coalesce(i.category_group, '') as of) c,
      (select ${sums('s')} from item_rating_sums s where s.item_id = i.id) own,
      (select ${sums('f')} from fit_answers f where f.brand_id = i.brand_id
        and f.size = i.size_group and f.category is not distinct from i.category_group) alike)`
  const known = fitPoints.filter((point) => wearer[`${point}Cm`] !== null)
  if (known.length === 0) return sql<boolean>`${isLikely}`
  const columns = known.map((point) => sql.ref(`m.${point}_cm`))
  const isCompared = sql`exists (select from item_measurements m
    where m.item_id = i.id and coalesce(${sql.join(columns)}) is not null)`
  return sql<boolean>`(case
    when i.size_group is distinct from ${size} or ${isCompared}
      then ${documentMatches(textOf(measured))}
    else ${isLikely} end)`
}

/** By how much the match of the words is multiplied for an item that should fit. */
const FITTING = 1.5

function fitting(body: Body | null): RawBuilder<number> {
  const lexemes = body ? fitLexemes(body) : []
  return lexemes.length === 0
    ? sql<number>`1`
    : sql<number>`(case when ${documentMatches(textOf(lexemes))} then ${sql.lit(FITTING)} else 1 end)`
}

function hasNone({ not }: SearchQuery): RawBuilder<boolean> | null {
  const parts = facets.flatMap((facet) => {
    const values = not.filter((one) => one.facet === facet).map(({ value }) => value)
    return values.length === 0
      ? []
      : [sql`(${countedColumns[facet]} = any(${values}::text[])) is not true`]
  })
  return parts.length === 0 ? null : sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** A week costs a multiple of a day, so that every price an item can have is a lexeme. */
function costsUpTo(creditsAWeek: number): Condition {
  const perDay = Math.floor(creditsAWeek / creditsPerWeek(1))
  const days = Array.from({ length: perDay + 1 }, (_, day) => day)
  const lexemes = [days.map((day) => `f:price:${creditsPerWeek(day)}`)]
  const onItem = sql<boolean>`i.credits_per_day <= ${perDay}`
  return { onItem, lexemes, inDocument: textOf(lexemes) }
}

function byDistance(rings: readonly Ring[]): Conditions['byDistance'] {
  return {
    nearest: nearest(rings.flatMap(({ reaches }) => reaches)),
    rings: rings.map(({ reaches, miles }) => ({
      isIn: hasReach(reaches),
      miles,
      nearest: nearest(reaches),
    })),
  }
}

function nearest(reaches: readonly ListedReach[]): RawBuilder<number> {
  const miles = Object.fromEntries(reaches.map((one) => [one.word, one.miles]))
  return sql<number>`-(${JSON.stringify(miles)}::jsonb ->> i.reach)::real`
}

/** An item has exactly one reach. */
function hasReach(reaches: readonly ListedReach[]): Condition {
  const words = reaches.map(({ word }) => word)
  return {
    onItem: sql<boolean>`i.reach = any(${words}::text[])`,
    lexemes: [],
    items: reaches.reduce((sum, { items }) => sum + items, 0),
    // No item has an empty one.
    inDocument: textOf([(words.length > 0 ? words : ['']).map((word) => `f:reach:${word}`)]),
  }
}

/**
 * @param offered what can get to the person without asking the closet; null while nobody knows where
 *   they are
 */
function acceptsAtOnce(
  { hasCompleted }: SearchingRenter,
  offered: readonly ListedReach[] | null,
): Condition {
  const accepts = hasCompleted ? ['everybody', 'returning'] : ['everybody']
  const lexemes = [accepts.map((whom) => `f:accepts:${whom}`)]
  const onItem = sql<boolean>`i.accepts_automatically = any(${accepts}::text[])`
  if (!offered) return { onItem, lexemes, inDocument: textOf(lexemes) }
  const reaches = hasReach(offered)
  return {
    onItem: sql<boolean>`(${onItem} and ${reaches.onItem})`,
    lexemes,
    items: reaches.items ?? 0,
    inDocument: `${textOf(lexemes)}&${reaches.inDocument}`,
  }
}

/** A separate subquery: with a join, the planner could start by reading all documents. */
function inDocument(lexemes: readonly Lexemes[]): Condition {
  const text = textOf(lexemes)
  return { onItem: documentMatches(text), lexemes, inDocument: text }
}

function documentMatches(text: string): RawBuilder<boolean> {
  return sql<boolean>`(select s.doc @@ ${text}::tsquery from item_search s where s.item_id = i.id)`
}

/** A tsquery for documents that have one lexeme of each group. */
function textOf(groups: readonly Lexemes[]): string {
  return groups.map((values) => `(${values.map(quoted).join('|')})`).join('&')
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

/**
 * Words for the same color, as stemmed by PostgreSQL's text search: items have the first one, while
 * shoppers type the one that the site shows.
 */
const SYNONYMS: readonly Lexemes[] = [
  ['grey', 'gray'],
  ['multi', 'multicolor'],
]

/** The synonyms that may occur in the typed text. */
function synonymsIn(typed: string): readonly Lexemes[] {
  const lower = typed.toLowerCase()
  return SYNONYMS.filter((words) => words.some((word) => lower.includes(word)))
}

/** In a subquery, so that it is not parsed again for every item. */
function searchFor(typed: string): RawBuilder<unknown> {
  const query = synonymsIn(typed)
    .flatMap((words) => words.map((word) => [word, words.join('|')] as const))
    .reduce(
      (query, [word, any]) => sql`ts_rewrite(${query}, ${word}::tsquery, ${any}::tsquery)`,
      sql`websearch_to_tsquery('english', search_text(${typed}))`,
    )
  return sql`(select ${query})`
}
