import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { fillDemoCatalogue } from '#test/worlds/demo-catalogue.ts'
import { type Facet, facets } from './facets.ts'
import { placeNames } from './place-names.ts'
import { understandWords } from './read-sentence.ts'
import { searchItems } from './search.ts'
import { searchChoices } from './search-choices.ts'
import {
  addressOf,
  emptySearch,
  NEAR_MILES,
  type SearchQuery,
  type Unwanted,
} from './search-query.ts'
import sentences from './sentences.json' with { type: 'json' }
import { readSearch } from './understand.ts'
import { widen } from './widen.ts'
import { wordsOf } from './words-of.ts'

type Expected = Partial<Record<Exclude<Facet, 'brand' | 'city'>, readonly string[]>> & {
  readonly sentence: string
  readonly brand?: readonly string[]
  readonly place?: string
  readonly within?: number
  readonly min?: number
  readonly max?: number
  readonly start?: string
  readonly end?: string
  readonly sort?: string
  readonly words?: string
  readonly not?: readonly string[]
  /** The whole title of one item. */
  readonly title?: string
}

const { db } = await testDatabase()
await fillDemoCatalogue(db)
const today = parseCalendarDate('2027-03-10') ?? expect.unreachable()
const choices = await searchChoices(db)
const shop = {
  ...choices,
  ...{ places: placeNames(choices.cities), creditsPerDollar: 1, here: null },
}

async function understood(sentence: string) {
  return understandWords(db, emptySearch, sentence, shop, today)
}

function wordsIn(text: string) {
  return wordsOf(text).map((word) => word.text)
}

/** Both as comparable texts: what a sentence was understood to mean, and what it means. */
async function meanings(row: Expected) {
  const { query, dropped, entered } = await understood(row.sentence)
  const typed = query.q.split(' ').filter((word) => word !== '')
  const excluded = typed.filter((word) => word.startsWith('-'))
  const brandNames = query.brand.map((id) => choices.brands.find((one) => one.id === id)?.name)
  const expectedNot = (row.not ?? []).map((one) => one.replace('word:', '-'))
  const ours = {
    ...Object.fromEntries(facets.map((facet) => [facet, [...query[facet]].sort()])),
    city: [...query.city, ...citiesOf({ place: query.near })].sort(),
    within: query.within,
    brand: brandNames.sort(),
    words: [...typed.filter((word) => !word.startsWith('-')), ...dropped].flatMap(wordsIn).sort(),
    not: [...query.not.map(({ facet, value }) => `${facet}:${value}`), ...excluded].sort(),
    ...{ min: query.minPrice, max: query.maxPrice, sort: query.sort === 'price' ? 'price' : null },
    ...{ start: entered?.start ?? null, end: entered?.end ?? null },
  }
  const theirs = {
    ...Object.fromEntries(facets.map((facet) => [facet, expectedValues(row, facet)])),
    within: withinOf(row),
    brand: [...(row.brand ?? [])].sort(),
    words: wordsIn(row.title ?? row.words ?? '').sort(),
    not: expectedNot.sort(),
    ...{ min: row.min ?? null, max: row.max ?? null, sort: row.sort ?? null },
    ...{ start: row.start ?? null, end: row.end ?? null },
  }
  return { ours, theirs }
}

function expectedValues(row: Expected, facet: Facet): readonly string[] {
  if (facet === 'city') return citiesOf(row)
  return facet === 'brand' ? [] : [...(row[facet] ?? [])].sort()
}

/** Cities of the shop only: other places find nothing there. */
function citiesOf({ place }: { readonly place?: string | null }): readonly string[] {
  return choices.cities.filter((city) => city === place || city.endsWith(`, ${place}`))
}

/** Null for the usual distance, and for other places. */
function withinOf(row: Expected): number | null {
  const isUsual = row.within === undefined || row.within === NEAR_MILES
  return isUsual || citiesOf(row).length === 0 ? null : row.within
}

test('at least 95 % of the sentences are understood in every part', async () => {
  const wrong: Record<string, unknown> = {}
  for (const row of sentences as readonly Expected[]) {
    const { ours, theirs } = await meanings(row)
    const different = Object.keys(theirs).filter(
      (key) =>
        JSON.stringify(ours[key as keyof typeof ours]) !==
        JSON.stringify(theirs[key as keyof typeof theirs]),
    )
    if (different.length > 0)
      wrong[row.sentence] = different.map((key) => [
        key,
        ours[key as keyof typeof ours],
        theirs[key as keyof typeof theirs],
      ])
  }
  const share = 1 - Object.keys(wrong).length / sentences.length
  expect(share, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(0.95)
})

/** The search by facets and words that a sentence means. */
function facetSearch(row: Expected): SearchQuery {
  const brand = choices.brands.filter(({ name }) => row.brand?.includes(name))
  const chosen = Object.fromEntries(
    facets.map((facet) => [facet, facet === 'brand' ? [] : expectedValues(row, facet)]),
  )
  const unwanted = (row.not ?? []).flatMap((one): Unwanted[] => {
    const [facet, value = ''] = one.split(':')
    const known = facets.find((name) => name === facet)
    return known ? [{ facet: known, value }] : []
  })
  const words = [
    row.title ?? row.words ?? '',
    ...(row.not ?? []).filter((one) => one.startsWith('word:')).map((one) => `-${one.slice(5)}`),
  ]
  return {
    ...emptySearch,
    ...chosen,
    brand: brand.map(({ id }) => id),
    q: words.filter((word) => word !== '').join(' '),
    minPrice: row.min ?? null,
    maxPrice: row.max ?? null,
    not: unwanted,
    start: parseCalendarDate(row.start),
    end: parseCalendarDate(row.end),
  }
}

async function idsFound(query: SearchQuery): Promise<Set<string>> {
  const found = new Set<string>()
  for (let after: SearchQuery['after'] = null, page = 0; page < 10; page++) {
    const { items, next } = await searchItems(db, { ...query, after }, today)
    for (const { id } of items) found.add(id)
    if (!next) break
    after = next
  }
  return found
}

test('they find the items that the same search by facets finds, and never nothing', async () => {
  const scores: number[] = []
  const poor: string[] = []
  for (const row of sentences as readonly Expected[]) {
    const meant = await idsFound(facetSearch(row))
    const { query, entered } = await understood(row.sentence)
    const dates = { start: parseCalendarDate(entered?.start), end: parseCalendarDate(entered?.end) }
    const requested = { ...query, ...(entered && dates) }
    const first = await searchItems(db, requested, today)
    const found = await idsFound(requested)
    if (found.size === 0) expect(await widen(db, requested, first, today)).not.toBeNull()
    if (meant.size === 0) continue
    const both = [...found].filter((id) => meant.has(id)).length
    const score = both === 0 ? 0 : (2 * both) / (found.size + meant.size)
    if (score < 1) poor.push(`${row.sentence}: ${score.toFixed(2)} (${found.size}, ${meant.size})`)
    scores.push(score)
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  expect(scores.length).toBeGreaterThan(100)
  expect(mean, poor.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(scores.filter((score) => score === 0)).toEqual([])
})

const none = { start: null, end: null }

test.each<[string, string]>([
  [
    'red dress size M near Boston June 12-15 under 40 credits',
    '/search?size=M&category=Dress&category=Gown&color=Red&max_price=40&near=Boston%2C+MA&start=2027-06-12&end=2027-06-15&sort=distance',
  ],
  ['navy gown for a gala', '/search?q=navy&occasion=Special+Occasion&category=Gown'],
  ['uk 14 jumpsuit', '/search?size=M&category=Jumpsuit'],
  ['boho dress Austin', '/search?style=Bohemian&category=Dress&category=Gown&city=Austin%2C+TX'],
  ['something for the office, size 10', '/search?size=M&occasion=Business'],
  ['sz 12 cocktail dress', '/search?size=L&occasion=Party&category=Dress&category=Gown'],
  ['cream blazer', '/search?category=Jacket&color=Ivory'],
  ['plus size cocktail', '/search?size=XL&size=XXL&occasion=Party'],
  ['tux', '/search?q=tuxedo'],
  ['dres', '/search?category=Dress&category=Gown&typed=dres'],
  ['emrald gown', '/search?q=emerald&category=Gown&typed=emrald+gown'],
  ['boucle', '/search?q=boucle'],
  ['bouclé', '/search?q=boucle'],
  ['women’s coat', '/search?category=Coat'],
  ["women's coat", '/search?category=Coat'],
  ['gown/dress', '/search?category=Dress&category=Gown'],
  ['black, not sequined', '/search?q=-sequined&color=Black'],
  ['black, not red', '/search?color=Black&not=color%3ARed'],
  ['gown Labor Day weekend', '/search?category=Gown&start=2027-09-04&end=2027-09-06'],
  ['march wedding', '/search?occasion=Wedding&typed=march+wedding'],
  ['May', '/search?typed=May'],
  ['within 15 miles of Boston MA', '/search?near=Boston%2C+MA&within=15&sort=distance'],
  ['size 44 eu', '/search?size=L'],
  ['cheapest coat', '/search?category=Coat&sort=price'],
  ['between 20 and 30 credits', '/search?min_price=20&max_price=30'],
  ['The little black dress', '/search?q=the+little+black+dress&sort=relevance'],
  ['Gown - red', '/search?category=Gown&color=Red'],
  ['black-tie', '/search?style=Formal'],
  ['black tie', '/search?style=Formal'],
  ['size M size L not M', '/search?size=L&not=size%3AM'],
  ['dress June 15-12', '/search?category=Dress&category=Gown&start=2027-06-15&end=2027-06-12'],
  ['the weekend of June 5', '/search?start=2027-06-05&end=2027-06-06'],
  ['week of June 9', '/search?start=2027-06-07&end=2027-06-13'],
  ['gown for Sat June 19', '/search?category=Gown&start=2027-06-19&end=2027-06-19'],
  ['fri to sun', '/search?start=2027-03-12&end=2027-03-14'],
  ['June 19th through the 21st', '/search?start=2027-06-19&end=2027-06-21'],
  ['from the 5th to the 8th of June', '/search?start=2027-06-05&end=2027-06-08'],
  [
    'white dress not for a wedding',
    '/search?category=Dress&category=Gown&color=White&not=occasion%3AWedding',
  ],
  ['sweater dress', '/search?q=sweater+dress&category=Dress&category=Gown'],
  ['lbd', '/search?q=little+black+dress&sort=relevance'],
  ['sparkly top', '/search?q=sequin&category=Top'],
  ['dark green coat', '/search?category=Coat&color=Green'],
  ['rose gold gown', '/search?category=Gown&color=Pink&color=Gold'],
  ['business casual', '/search?occasion=Business'],
  ['festival outfit', '/search?occasion=Party'],
  ['size six dress', '/search?size=S&category=Dress&category=Gown'],
  ['size 14W', '/search?size=XL'],
  ['IT 42 gown', '/search?size=S&category=Gown'],
  ['a gift for my wife, size 8', '/search?size=M'],
  ['any color but black', '/search?not=color%3ABlack'],
  ['nothing but black', '/search?color=Black'],
  ['non black gown', '/search?category=Gown&not=color%3ABlack'],
  ['plaid blazer', '/search?category=Jacket&typed=plaid+blazer'],
  ['power suit', '/search?category=Suit&typed=power+suit'],
  ['dress June 12 2020', '/search?category=Dress&category=Gown&start=2020-06-12&end=2020-06-12'],
])('“%s” becomes %s', async (sentence, address) => {
  const { query, entered, corrected, dropped } = await understood(sentence)
  const typed = corrected.length + dropped.length > 0 ? sentence : ''
  expect(
    addressOf({ ...query, ...{ start: entered?.start ?? '', end: entered?.end ?? '' }, typed }),
  ).toBe(address)
})

test('two brands are alternatives', async () => {
  const { query } = await understood('Calla Rey or Maison Ardelle')
  expect([query.q, query.brand.length]).toEqual(['', 2])
})

const anyWords = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'red',
        'not',
        'size',
        'M',
        '8',
        'uk',
        '-',
        ',',
        'near',
        'in',
        'June',
        '12',
        '"',
      ),
      fc.constantFrom(
        'date',
        'night',
        'or',
        'under',
        '40',
        '$',
        'navy',
        'dress',
        'within',
        'miles',
        '/',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 20 },
  )
  .map((words) => words.join(' ').slice(0, 100))

test('any text is understood, within the limits, and what is left means the same again', async () => {
  await fc.assert(
    fc.asyncProperty(anyWords, async (text) => {
      const typed = readSearch(new URLSearchParams({ q: text }), choices, today).query.q
      const { query } = await understood(typed)
      expect(query.q.length).toBeLessThanOrEqual(100)
      const again = await understandWords(db, query, query.q, shop, today)
      expect({ ...again.query, ...none }).toEqual({ ...query, ...none })
    }),
    { numRuns: 150 },
  )
})
