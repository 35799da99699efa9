import { type RawBuilder, sql } from 'kysely'
import { fitLexemes } from '#domain/accounts/sizes/should-fit.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import { choiceColumns, eachChoice } from '#domain/catalogue/items/fields/item-fields.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Facet, facets } from './facets.ts'
import type { SearchQuery } from './search-query.ts'
import { searchFor } from './synonyms.ts'

// A search as conditions on an item, `i`: on its columns, for the plan that reads items in order,
// and on its document in `item_search`, for the plan that reads the index of words. Dates are
// always a condition on the item.

const columns: { readonly [Name in Facet]: RawBuilder<unknown> } = {
  size: sql`i.size_group`,
  style: sql`i.style_group`,
  occasion: sql`i.occasion_group`,
  ...eachChoice(({ column }) => sql.ref(`i.${column}`)),
  brand: sql`i.brand_id::text`,
  city: sql`i.location_group`,
}

/** The columns of an item that the conditions, orders and counts need. */
export const searchedColumns = [
  'i.id',
  'i.created_at',
  'i.credits_per_day',
  'i.business_id',
  'i.size_group',
  'i.style_group',
  'i.occasion_group',
  'i.location_group',
  ...choiceColumns,
  'i.brand_id',
  'i.available',
  'i.paused',
  'i.advance_booking',
  'i.turnaround_days',
] as const

/** The column by which a facet is counted. */
export function facetColumn(facet: Facet): RawBuilder<unknown> {
  return columns[facet]
}

/** The facets, highest price and fit, as conditions on an item. */
export function hasFacets(query: SearchQuery): RawBuilder<boolean> {
  const conditions = facets
    .filter((facet) => query[facet].length > 0)
    .map((facet) => sql<boolean>`${columns[facet]} = any(${query[facet]}::text[])`)
  if (query.maxPrice !== null)
    conditions.push(sql<boolean>`i.credits_per_day <= ${pricePerDay(query.maxPrice)}`)
  if (query.fit) conditions.push(hasLexemes(fitLexemes(query.fit)))
  return allOf(conditions)
}

/** Whether the item's document has these lexemes; a separate subquery, see `hasWords`. */
function hasLexemes(groups: readonly (readonly string[])[]): RawBuilder<boolean> {
  return sql<boolean>`(select s.doc @@ ${textOf(groups)}::tsquery from item_search s where s.item_id = i.id)`
}

/** SQL: the tsquery for the words of the search; null without words. */
export function wordsOf(query: SearchQuery): RawBuilder<unknown> | null {
  return query.q === '' ? null : searchFor(query.q)
}

/** A separate subquery: with a join, the planner could start by reading all documents. */
export function hasWords(query: SearchQuery): RawBuilder<boolean> {
  const words = wordsOf(query)
  return words
    ? sql<boolean>`(select s.doc @@ ${words} from item_search s where s.item_id = i.id)`
    : allOf([])
}

/** Whether the item can be rented on the dates of the search. A subquery for the same reason. */
export function isFree({ start, end }: SearchQuery, today: CalendarDate): RawBuilder<boolean> {
  if (!start || !end) return allOf([])
  return sql<boolean>`(select ${rentableOn('i', { start, end }, today)})`
}

/** Words, facets, highest price and fit as a tsquery for documents; null when there are none. */
export function documentQuery(query: SearchQuery): RawBuilder<unknown> | null {
  const words = wordsOf(query)
  const alternatives = lexemesOf(query)
  if (alternatives.length === 0) return words
  const text = textOf(alternatives)
  return words ? sql`(${text}::tsquery && ${words})` : sql`${text}::tsquery`
}

/** A tsquery for documents that have one lexeme of each group. */
function textOf(groups: readonly (readonly string[])[]): string {
  return groups.map((values) => `(${values.map(quoted).join('|')})`).join('&')
}

/**
 * The lexemes of each facet in use, in the form of `search_filters` and `fit_filters` in the
 * database.
 */
export function lexemesOf(query: SearchQuery): readonly (readonly string[])[] {
  const chosen = facets
    .filter((facet) => query[facet].length > 0)
    .map((facet) => query[facet].map((value) => `f:${facet}:${value}`))
  const fit = query.fit ? fitLexemes(query.fit) : []
  return [...chosen, ...fit, ...(query.maxPrice === null ? [] : [pricesUpTo(query.maxPrice)])]
}

/** Every price that an item can have; a week costs a multiple of a day. */
function pricesUpTo(creditsAWeek: number): string[] {
  const days = Array.from({ length: pricePerDay(creditsAWeek) + 1 }, (_, day) => day)
  return days.map((perDay) => `f:price:${creditsPerWeek(perDay)}`)
}

function pricePerDay(creditsAWeek: number): number {
  return Math.floor(creditsAWeek / creditsPerWeek(1))
}

/** A lexeme within the text of a tsquery. */
function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
