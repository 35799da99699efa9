import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { placeNamed, placeOfZip } from '#domain/catalogue/places/places.ts'
import { recordOf } from '#domain/shared/records.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Facet, facets } from './facets.ts'
import { type Lexicon, lexiconOf, type PlaceNames } from './lexicon.ts'
import { isAnythingNear } from './nearby.ts'
import type { SearchChoices } from './search-choices.ts'
import {
  ME,
  NEAR_MILES,
  type SearchQuery,
  type Unwanted,
  withPossibleSort,
} from './search-query.ts'
import type { Place } from './sentence-places.ts'
import { MAX_WORDS, valuesOf } from './understand.ts'
import { type Found, probesOf, type Understood, understand } from './understand-sentence.ts'

// Between the address and the search: the words that somebody typed, as filters.

export type Sentence = Pick<Understood, 'corrected' | 'dropped'> & {
  /** The place that it names, if no closet is there: 'Seattle, WA'; 'near you' for one that is not known. */
  readonly elsewhere: string | null
  /** Dates that the search cannot use are problems of the address. */
  readonly entered: { readonly start: string; readonly end: string } | null
  readonly query: SearchQuery
}

type Shop = SearchChoices & {
  readonly places: PlaceNames
  /** Where the searching person is. */
  readonly here: Point | null
  readonly creditsPerDollar: number
}

/** Words that are left can come to stand beside each other, and mean something together. */
const MAX_TIMES = 3

/**
 * The search for a sentence. What it says replaces what was chosen of the same kind; the other words
 * remain in `q`. The same search again when there is nothing to understand.
 */
export async function understandWords(
  db: DbOrTx,
  query: SearchQuery,
  sentence: string,
  shop: Shop,
  today: CalendarDate,
): Promise<Sentence> {
  const lexicon = lexiconOf(shop)
  const once = (on: SearchQuery, words: string) =>
    understandOnce(db, on, words, { ...shop, lexicon }, today)
  let understood = await once(query, sentence)
  for (let times = 1, before = sentence; times < MAX_TIMES; times++) {
    const { q } = understood.query
    if (q === '' || q === before) break
    before = q
    const more = await once(understood.query, q)
    understood = {
      query: more.query,
      entered: more.entered ?? understood.entered,
      corrected: [...understood.corrected, ...more.corrected],
      dropped: [...understood.dropped, ...more.dropped],
      elsewhere: understood.elsewhere ?? more.elsewhere,
    }
  }
  return understood
}

async function understandOnce(
  db: DbOrTx,
  query: SearchQuery,
  sentence: string,
  shop: Shop & { readonly lexicon: Lexicon },
  today: CalendarDate,
): Promise<Sentence> {
  const {
    q,
    facets: chosen,
    not,
    place,
    minPrice,
    maxPrice,
    dates,
    sort,
    ...notes
  } = understand(sentence, shop.lexicon, await find(db, sentence), today)
  const searched = await searchedPlace(db, place, shop)
  const unwanted = facets.flatMap((facet) => (not[facet] ?? []).map((value) => ({ facet, value })))
  const wanted = {
    ...inOrder(chosen, shop),
    ...(searched && { city: searched.city }),
  }
  const hasPrices = minPrice !== null || maxPrice !== null
  return {
    corrected: notes.corrected,
    dropped: notes.dropped,
    elsewhere: place && !searched ? nameOf(place.place) : null,
    entered: dates,
    query: withPossibleSort({
      ...query,
      ...withoutUnwanted(query, unwanted),
      ...wanted,
      not: unwanted.length > 0 ? unwanted : query.not.filter((one) => !isAmong(wanted, one)),
      ...(hasPrices && { minPrice, maxPrice }),
      ...(searched && { near: searched.near, within: searched.within }),
      q: withinLimit(q),
      sort: sort ?? (searched?.near ? 'distance' : query.sort),
    }),
  }
}

/** What was chosen before, without what is not wanted any more. */
function withoutUnwanted(query: SearchQuery, unwanted: readonly Unwanted[]) {
  const isWanted = (facet: Facet, value: string) =>
    !unwanted.some((one) => one.facet === facet && one.value === value)
  return recordOf(facets, (facet) => query[facet].filter((value) => isWanted(facet, value)))
}

function isAmong(wanted: Understood['facets'], { facet, value }: Unwanted): boolean {
  return wanted[facet]?.includes(value) ?? false
}

/** In the order of an address. */
function inOrder(chosen: Understood['facets'], shop: Shop): Understood['facets'] {
  const all = valuesOf(shop)
  return Object.fromEntries(
    facets.flatMap((facet) => {
      const values = chosen[facet]
      return values ? [[facet, all[facet].filter((value) => values.includes(value))]] : []
    }),
  )
}

/** Whole words. */
function withinLimit(q: string): string {
  return q.length <= MAX_WORDS ? q : q.slice(0, q.lastIndexOf(' ', MAX_WORDS)).trim()
}

/** Null for a place without closets. */
async function searchedPlace(
  db: DbOrTx,
  found: Understood['place'],
  { cities: known, here }: Shop,
): Promise<Pick<SearchQuery, 'city' | 'near' | 'within'> | null> {
  if (!found) return null
  const { place, isNear, withinMiles } = found
  if (place.kind === 'state' || (place.kind === 'city' && !isNear)) {
    const city = citiesOf(place, known)
    if (city.length > 0) return { city, near: null, within: null }
    if (place.kind === 'state') return null
  }
  const near = place.kind === 'me' ? here && ME : placeNamed(nameOf(place))
  const within = withinMiles === NEAR_MILES ? null : withinMiles
  if (!near || !(await isAnythingNear(db, { near, within, here }))) return null
  return { city: [], near, within }
}

/** 'Boston, MA'. */
function nameOf(place: Place): string {
  if (place.kind === 'city') return `${place.name}, ${place.state}`
  if (place.kind === 'state') return place.state
  const found = place.kind === 'zip' ? placeOfZip(place.zip) : null
  return found ? `${found.city}, ${found.state}` : 'near you'
}

function citiesOf(place: Place, cities: readonly string[]) {
  return cities.filter((city) =>
    place.kind === 'state' ? city.endsWith(`, ${place.state}`) : city === nameOf(place),
  )
}

const nothingFound: Found = {
  words: new Set(),
  names: new Set(),
  titles: new Set(),
  spellings: [],
}

/** A tsquery that finds its words only in parts of a document with these weights. */
function inNames(query: RawBuilder<unknown>, weights: 'A' | 'AB'): RawBuilder<unknown> {
  return sql`regexp_replace(${query}::text, '''([^'']+)''', ${`'\\1':${weights}`}, 'g')::tsquery`
}

/** The most words that items are asked for. */
const MAX_PROBED = 30

/** Words that one of so many items has are common. */
const SAMPLED = 200

/** How many items with the words are read, to see whether they have them where the query wants them. */
const MAX_READ = 2000

/**
 * SQL: whether an item has a text as a query wants it, which implies that it has all of its words. For
 * common words any items are read, because the index would list all that have them.
 */
function isThere(text: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = sql`plainto_tsquery('english', ${text})`
  const any = (limit: number) => sql`(select doc from item_search limit ${sql.lit(limit)}) s`
  return sql`case when exists (select from ${any(SAMPLED)} where s.doc @@ ${words})
    then exists (select from ${any(MAX_READ)} where s.doc @@ ${query})
    else exists (select from items_with_document(${words}, ${sql.lit(MAX_READ)}) id
      cross join lateral (select doc from item_search where item_id = id offset 0) s
      where s.doc @@ ${query}) end`
}

/** Which words and titles of a sentence the items have. */
async function find(db: DbOrTx, sentence: string): Promise<Found> {
  const { words: all, phrases } = probesOf(sentence)
  if (all.length === 0) return nothingFound
  const words = all.slice(0, MAX_PROBED)
  const [w, p] = [sql`w`, sql`p`]
  const row = await db
    .selectNoFrom([
      sql<string[]>`array(select w from unnest(${words}::text[]) w
        where ${isThere(w, sql`plainto_tsquery('english', w)`)})`.as('words'),
      sql<string[]>`array(select w from unnest(${words}::text[]) w
        where ${isThere(w, inNames(sql`plainto_tsquery('english', w)`, 'AB'))})`.as('names'),
      sql<string[]>`array(select p from unnest(${phrases}::text[]) p
        where ${isThere(p, inNames(sql`phraseto_tsquery('english', p)`, 'A'))})`.as('titles'),
      sql<string[]>`array(select s.word from unnest(${words}::text[]) w
        cross join lateral (select word, items from search_spellings
          where word % w and word <> w order by similarity(word, w) desc, items desc limit 5) s
        where length(w) > 3 order by s.items desc)`.as('spellings'),
    ])
    .executeTakeFirstOrThrow()
  return {
    words: new Set(row.words),
    names: new Set(row.names),
    titles: new Set(row.titles),
    spellings: row.spellings,
  }
}
