import { citiesNamed, type Place, placeOfZip } from '#domain/catalogue/places/places.ts'
import { stateCode } from '#domain/catalogue/places/states.ts'

/** What is known about where a renter wants the item; null for what was not said. */
type RenterAddress = {
  /** The delivery address that came with the request. */
  readonly typed: string | null
  /** The ZIP code of the profile. */
  readonly zip: string | null
  /** The delivery address of the profile. */
  readonly stored: string | null
}

/** Where an item is to come to: as the request says, else as the profile does; null if unknown. */
export function placeOfRenter({ typed, zip, stored }: RenterAddress): Place | null {
  return (
    (typed && placeInAddress(typed)) ||
    (zip && placeOfZip(zip)) ||
    (stored && placeInAddress(stored)) ||
    null
  )
}

/** The end of a longer text is read; an address has at most 500 characters. */
const MAX_LENGTH = 600
/** The most words of the name of a city, and of a state. */
const CITY_WORDS = 4
const STATE_WORDS = 3

const countries = new Set(['us', 'usa', 'united states', 'united states of america'])
/** What a number after these words names is no ZIP code. */
const numbered = new Set([
  'apartment',
  'apt',
  'box',
  'floor',
  'no',
  'room',
  'rm',
  'ste',
  'suite',
  'unit',
])

/**
 * The place that an address names: the last ZIP code that is known, else the last 'City, ST'. A
 * number before the city is that of a house. Null for an address without either.
 */
export function placeInAddress(address: string): Place | null {
  const parts = partsOf(address)
  for (const [index, words] of [...parts.entries()].toReversed()) {
    const place = placeOfPart(words, parts[index - 1] ?? [])
    if (place) return place
  }
  return null
}

/** The words of each part between commas, brackets and line breaks. */
function partsOf(address: string): readonly (readonly string[])[] {
  return address
    .slice(-MAX_LENGTH)
    .split(/[,;()\n]/)
    .map((part) => part.split(/\s/).filter((word) => word !== ''))
    .filter((words) => words.length > 0 && !isCountry(words))
}

/** '48 Pine Street Boston MA 02116', 'MA 02116', '02116' or 'MA' after 'Boston'. */
function placeOfPart(words: readonly string[], before: readonly string[]): Place | null {
  const rest = withoutCountry(words)
  return placeOfLastZip(rest) ?? placeOfCity(withoutNumber(rest), before)
}

/** A ZIP code ends a part, or follows a state. */
function placeOfLastZip(words: readonly string[]): Place | null {
  for (const [index, word] of [...words.entries()].toReversed()) {
    const isLast = index === words.length - 1
    const place = isNumbered(words[index - 1]) ? null : placeOfZip(word)
    if (place && (isLast || isState(words.slice(0, index)))) return place
  }
  return null
}

function isState(words: readonly string[]): boolean {
  return [1, 2, 3].some((count) => stateCode(words.slice(-count).join(' ')) !== null)
}

function withoutNumber(words: readonly string[]): readonly string[] {
  return /^\d/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

/** The city whose state ends these words; its name is before it, or in the part before. */
function placeOfCity(words: readonly string[], before: readonly string[]): Place | null {
  for (let count = Math.min(STATE_WORDS, words.length); count > 0; count--) {
    const state = stateCode(words.slice(-count).join(' '))
    const name = words.length === count ? before : words.slice(0, -count)
    const place = state && cityAtEnd(name, state)
    if (place) return place
  }
  return null
}

/** 'New York' of '48 Pine Street New York', rather than 'York'. */
function cityAtEnd(words: readonly string[], state: string): Place | null {
  for (let count = Math.min(CITY_WORDS, words.length); count > 0; count--) {
    const name = words.slice(-count).join(' ')
    const city = citiesNamed(name).find((one) => one.state === state)
    if (city) return { city: city.name, state: city.state, point: city.point }
  }
  return null
}

function withoutCountry(words: readonly string[]): readonly string[] {
  const count = [4, 2, 1].find((some) => some < words.length && isCountry(words.slice(-some)))
  return count ? words.slice(0, -count) : words
}

function isCountry(words: readonly string[]): boolean {
  return words.length <= 4 && countries.has(words.join(' ').replaceAll('.', '').toLowerCase())
}

function isNumbered(word: string | undefined): boolean {
  return word !== undefined && numbered.has(word.replaceAll('.', '').toLowerCase())
}
