import { foldPlaceName } from './place-names.ts'
import { citiesOfFoldedName, type Place, placeOfZip } from './places.ts'
import type { City } from './read-places.ts'
import { stateCode } from './states.ts'

/** What words of a sentence name. `length` is the number of words. */
export type FoundPlace = FoundZip | FoundCity | FoundState

type FoundZip = {
  readonly kind: 'zip'
  readonly length: number
  readonly zip: string
  readonly place: Place
}

type FoundCity = {
  readonly kind: 'city'
  readonly length: number
  /** The largest first; only those in the state, if it is named. */
  readonly cities: readonly City[]
  readonly isStateNamed: boolean
}

type FoundState = { readonly kind: 'state'; readonly length: number; readonly state: string }

/** 'Truth or Consequences', 'Village of Oak Creek'. */
const MAX_CITY_WORDS = 4
/** 'District of Columbia'. */
const MAX_STATE_WORDS = 3

/**
 * The place that begins at `words[start]`, with as many words as possible, or null: a ZIP code, a
 * city with or without its state ('Portland, OR', 'New York'), or a state. Words keep their case and
 * commas. Many everyday words are towns too ('Orange', 'Reading', 'May'): where neither 'near' nor
 * a state says that a town is meant, look at its population.
 */
export function placeAt(words: readonly string[], start: number): FoundPlace | null {
  const zip = zipAt(words, start)
  if (zip) return zip
  const city = cityAt(words, start)
  if (city?.isStateNamed) return withZip(words, start, city)
  const state = stateAt(words, start, { isAfterCity: false })
  if (!city || !state) return city ?? state
  if (city.length !== state.length) return city.length > state.length ? city : state
  return isBetterKnown(city) ? city : state
}

/** 'New York' and 'Washington' are cities first, 'Nevada' and 'Oregon' are states. */
const BETTER_KNOWN_POPULATION = 500_000

const isBetterKnown = ({ cities }: FoundCity) =>
  cities.some(({ population }) => population >= BETTER_KNOWN_POPULATION)

function zipAt(words: readonly string[], start: number): FoundZip | null {
  const zip = words[start]?.replace(/,$/, '') ?? ''
  const place = placeOfZip(zip)
  return place && { kind: 'zip', length: 1, zip: zip.slice(0, 5), place }
}

function cityAt(words: readonly string[], start: number): FoundCity | null {
  const folded = words.slice(start, start + MAX_CITY_WORDS).map(foldPlaceName)
  for (let length = folded.length; length > 0; length--) {
    // A dash or a comma of its own ends no name.
    const isName = folded[length - 1] !== ''
    const cities = isName ? citiesOfFoldedName(folded.slice(0, length).join('')) : []
    if (cities.length > 0) return withState(words, start, length, cities)
  }
  return null
}

function withState(
  words: readonly string[],
  start: number,
  length: number,
  cities: readonly City[],
): FoundCity {
  const named = stateAt(words, start + length, { isAfterCity: true })
  const inState = cities.filter(({ state }) => state === named?.state)
  return named && inState.length > 0
    ? { kind: 'city', length: length + named.length, cities: inState, isStateNamed: true }
    : { kind: 'city', length, cities, isStateNamed: false }
}

/** 'Cambridge, MA 02138' is one place. */
function withZip(words: readonly string[], start: number, city: FoundCity): FoundPlace {
  const zip = zipAt(words, start + city.length)
  const isSame = city.cities.some(({ state }) => state === zip?.place.state)
  return zip && isSame ? { ...zip, length: city.length + zip.length } : city
}

/** Codes that are words in small letters: 'near Austin in June', 'Portland or Boston'. */
const everydayCodes = new Set(['hi', 'in', 'me', 'oh', 'ok', 'or'])

function stateAt(
  words: readonly string[],
  start: number,
  { isAfterCity }: { readonly isAfterCity: boolean },
): FoundState | null {
  const longest = Math.min(MAX_STATE_WORDS, words.length - start)
  for (let length = longest; length > 0; length--) {
    const text = words
      .slice(start, start + length)
      .join(' ')
      .replace(/,$/, '')
    const state = stateCode(text)
    if (!state) continue
    const isName = text.length > 2 || text === text.toUpperCase()
    const next = words[start + 1]
    const isLast = next === undefined || /^\d{5}/.test(next)
    if (isName || (isAfterCity && (isLast || !everydayCodes.has(text))))
      return { kind: 'state', length, state }
  }
  return null
}
