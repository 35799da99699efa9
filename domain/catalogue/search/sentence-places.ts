import type { City, PlaceNames } from './lexicon.ts'
import { textAt, type Word } from './words-of.ts'

// Places in a sentence: 'Boston', 'near 02116', 'within 10 miles of Cambridge MA', 'in Texas'.

export type Place =
  | ({ readonly kind: 'city' } & City)
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'zip'; readonly zip: string }
  /** Where the shopper is. */
  | { readonly kind: 'me' }

export type SentencePlace = {
  readonly place: Place
  /** Whether its surroundings are meant: 'near', 'within 10 miles of'. */
  readonly isNear: boolean
  readonly withinMiles: number | null
  /** How many words they take. */
  readonly length: number
}

const MAX_CITY_WORDS = 4
const MAX_MILES = 3000
const LEADS = [
  'near',
  'in',
  'around',
  'nearby',
  'close to',
  'next to',
  'delivered to',
  'deliver to',
  'delivery to',
  'shipped to',
  'ship to',
  'from',
  'to',
  'by',
]

/**
 * The place that begins at a word; null if none does. `isWord`: whether a word is one of the items or
 * of the lexicon, which a city without 'in' or 'near' then is not.
 */
export function placeAt(
  words: readonly Word[],
  at: number,
  names: PlaceNames,
  isWord: (word: string) => boolean,
): SentencePlace | null {
  const distance = distanceAt(words, at)
  const lead = distance?.length ?? leadAt(words, at)
  const found = nameAt(words, at + lead, names, lead > 0, isWord)
  if (found)
    return {
      place: found.place,
      isNear: distance !== null || isNearLead(words, at, lead),
      withinMiles: distance?.miles ?? null,
      length: lead + found.length,
    }
  // 'within 10 miles' of nothing named is around the shopper.
  return (
    distance && {
      place: { kind: 'me' },
      isNear: true,
      withinMiles: distance.miles,
      length: lead,
    }
  )
}

/** 'within 10 miles of', '10 miles from'. */
function distanceAt(words: readonly Word[], at: number) {
  const start = textAt(words, at) === 'within' || textAt(words, at) === 'under' ? at + 1 : at
  const number = textAt(words, start)
  if (!/^\d{1,4}$/.test(number) || !/^(mi|miles?)$/.test(textAt(words, start + 1))) return null
  const link = textAt(words, start + 2)
  const isLinked = /^(of|from|around|near|to)$/.test(link)
  const end = start + 2 + (isLinked ? 1 : 0)
  return { miles: Math.min(Math.max(1, Number(number)), MAX_MILES), length: end - at }
}

const NEAR = ['near', 'around', 'nearby', 'close to', 'next to']

function isNearLead(words: readonly Word[], at: number, length: number): boolean {
  const lead = words.slice(at, at + length).map(({ text }) => text)
  return NEAR.includes(lead.join(' '))
}

/** How many words such as 'near' or 'close to' lead to a place. */
function leadAt(words: readonly Word[], at: number): number {
  const two = `${textAt(words, at)} ${textAt(words, at + 1)}`
  return LEADS.includes(two) ? 2 : LEADS.includes(textAt(words, at)) ? 1 : 0
}

function nameAt(
  words: readonly Word[],
  at: number,
  names: PlaceNames,
  isLed: boolean,
  isWord: (word: string) => boolean,
): { readonly place: Place; readonly length: number } | null {
  const text = textAt(words, at)
  if (text === 'me' && isLed && !['to', 'by', 'from', 'in'].includes(textAt(words, at - 1)))
    return { place: { kind: 'me' }, length: 1 }
  if (/^\d{5}$/.test(text)) return { place: { kind: 'zip', zip: text }, length: 1 }
  const start = text === 'the' ? at + 1 : at
  for (let length = Math.min(MAX_CITY_WORDS, words.length - start); length > 0; length--) {
    const city = cityAt(words, start, length, names, isLed, isWord)
    if (city) return { ...city, length: city.length + (start - at) }
    const name = nameOf(words, start, length)
    const state = isUnsafeCode(name) ? null : names.stateCode(name)
    if (state && !(length === 1 && !isLed && isWord(name)))
      return { place: { kind: 'state', state }, length: length + (start - at) }
  }
  return null
}

function cityAt(
  words: readonly Word[],
  at: number,
  length: number,
  names: PlaceNames,
  isLed: boolean,
  isWord: (word: string) => boolean,
) {
  const name = nameOf(words, at, length)
  if (name === '') return null
  const nickname = names.nickname(name)
  const all = names.cities(name)
  if (!nickname && all.length === 0) return null
  const state = stateAfter(words, at + length, names)
  const inState = state && all.find((city) => city.state === state.code)
  if (inState)
    return { place: { kind: 'city', ...inState } as const, length: length + state.length }
  if (nickname) return { place: { kind: 'city', ...nickname } as const, length }
  const [largest] = all
  const ofShop = all.find(names.isOfShop)
  const isBareWord = name.split(' ').every(isWord)
  const other = isLed ? largest : all.find(names.isLarge)
  const city = ofShop ?? (isBareWord ? undefined : other)
  return city ? { place: { kind: 'city', ...city } as const, length } : null
}

/** 'MA' of 'Boston, MA'; 'in' and 'or' are states only after a comma. */
function stateAfter(words: readonly Word[], at: number, names: PlaceNames) {
  for (const length of [2, 1]) {
    const name = nameOf(words, at, length, true)
    const code = names.stateCode(name)
    const isSafe = !isWord(name) || words[at]?.before.includes(',') || isEnd(words, at)
    if (code && isSafe) return { code, length }
  }
  return null
}

/** Codes that are also words: 'in', 'or'. */
function isWord(code: string): boolean {
  return /^(in|or|me|hi|ok|oh|la|de|id)$/.test(code)
}

/** Codes that mean a state only after its city. */
function isUnsafeCode(code: string): boolean {
  return isWord(code) || /^(ma|pa|co|al|mo|mi|md|sd|nd|va|ct)$/.test(code)
}

function isEnd(words: readonly Word[], at: number): boolean {
  return at === words.length - 1
}

/** Words of one name; '' if something parts them. */
function nameOf(words: readonly Word[], at: number, length: number, afterComma = false): string {
  const own = words.slice(at, at + length)
  const isOne = own.every(
    ({ before }, index) =>
      /^[\s.-]*$/.test(before) || (index === 0 && (afterComma || at + index >= 0)),
  )
  return own.length === length && isOne ? own.map(({ text }) => text).join(' ') : ''
}
