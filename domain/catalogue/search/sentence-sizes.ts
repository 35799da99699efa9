import { addedToUs, sizes, usNumbers } from '#domain/catalogue/items/fields/item-words.ts'
import { textAt, type Word } from './words-of.ts'

// Sizes in a sentence: 'size M', 'UK 14', '44 EU', 'plus size', 'extra large', 'M' at an end.

export type SentenceSizes = {
  readonly sizes: readonly string[]
  /** How many words they take. */
  readonly length: number
}

type Size = (typeof sizes)[number]

const NAMES: Readonly<Record<string, Size>> = {
  xs: 'XS',
  xsmall: 'XS',
  s: 'S',
  sm: 'S',
  small: 'S',
  m: 'M',
  med: 'M',
  medium: 'M',
  l: 'L',
  lg: 'L',
  large: 'L',
  xl: 'XL',
  xlarge: 'XL',
  '1x': 'XL',
  xxl: 'XXL',
  '2xl': 'XXL',
  '2x': 'XXL',
  xxlarge: 'XXL',
}

const EXTRA: Readonly<Record<string, Size>> = {
  'extra small': 'XS',
  'x small': 'XS',
  'extra large': 'XL',
  'x large': 'XL',
  'xx large': 'XXL',
  '2x large': 'XXL',
}

/** What is added to a US number. */
const ADDED: Readonly<Record<string, number>> = {
  us: 0,
  american: 0,
  uk: addedToUs.UK,
  british: addedToUs.UK,
  eu: addedToUs.EU,
  eur: addedToUs.EU,
  european: addedToUs.EU,
  fr: 32,
  french: 32,
  it: 36,
  italian: 36,
  au: 4,
  australian: 4,
}

const NUMBERS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
]

const NAMED = /^(sizes?|sz)$/

/** The sizes that begin at a word; null if none do. */
export function sizesAt(words: readonly Word[], at: number): SentenceSizes | null {
  if (textAt(words, at) === 'plus' && /^sizes?d?$/.test(textAt(words, at + 1)))
    return { sizes: ['XL', 'XXL'], length: 2 }
  const lead = NAMED.test(textAt(words, at)) ? 1 : 0
  const first = sizeAt(words, at + lead, lead > 0)
  if (!first) return null
  const found = [first.size]
  let end = at + lead + first.length
  // 'S or M', 'S, M', 'S/M', 'S to L'.
  for (;;) {
    const isJoined = ['or', 'and', 'to'].includes(textAt(words, end))
    const isListed = /^\s*[,/-]\s*$/.test(words[end]?.before ?? '')
    const next =
      isJoined || isListed ? sizeAt(words, end + (isJoined ? 1 : 0), true, first.added) : null
    if (!next) break
    if (textAt(words, end) === 'to') found.push(...between(found.at(-1), next.size))
    found.push(next.size)
    end += (isJoined ? 1 : 0) + next.length
  }
  if (/^sizes?d?$/.test(textAt(words, end)) && lead === 0) end++
  return { sizes: sizes.filter((size) => found.includes(size)), length: end - at }
}

function between(from: Size | undefined, to: Size): readonly Size[] {
  return from ? sizes.slice(sizes.indexOf(from), sizes.indexOf(to)) : []
}

type Found = { readonly size: Size; readonly length: number; readonly added: number | undefined }

/** `isNamed`: 'size' stands before it, so that a number or a single letter is enough. */
function sizeAt(
  words: readonly Word[],
  at: number,
  isNamed: boolean,
  added?: number,
): Found | null {
  const text = textAt(words, at)
  const extra = EXTRA[`${text} ${textAt(words, at + 1)}`]
  if (extra) return { size: extra, length: 2, added }
  const size = NAMES[text]
  if (size && (text.length > 1 || isNamed || standsAlone(words, at)) && !isPrint(words, at))
    return { size, length: 1, added }
  return numberAt(words, at, isNamed, added)
}

/** Beside 'size', at an end, or between commas. */
function standsAlone(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  const isLast = !next || next.before.includes(',') || next.text === 'size'
  // 'S/M dress', 'S or M gown'.
  const isList = /^(xs|s|m|l|xl|xxl)$/.test(
    next?.text === 'or' ? textAt(words, at + 2) : next?.before === '/' ? next.text : '',
  )
  if (isList && !/-$/.test(words[at]?.before ?? '')) return true
  const isFirst = at === 0 || (words[at]?.before ?? '').includes(',')
  const isOfName = /^[-&/]$/.test((words[at]?.before ?? '').trim()) || next?.before === '-'
  return (isLast || (isFirst && next?.before.trim() === '')) && !isOfName
}

/** 'small print', 'large bow': about something else than the size. */
function isPrint(words: readonly Word[], at: number): boolean {
  return /^(prints?|flowers?|bows?|dots?|checks?|bags?|pockets?|collars?|sleeves?)$/.test(
    textAt(words, at + 1),
  )
}

/** '10' after 'size', 'UK 14', 'EU size 44', '44 EU'. */
function numberAt(
  words: readonly Word[],
  at: number,
  isNamed: boolean,
  added?: number,
): Found | null {
  const country = ADDED[textAt(words, at)]
  const shift = country === undefined ? 0 : NAMED.test(textAt(words, at + 1)) ? 2 : 1
  const word = textAt(words, at + shift)
  // '14W' is a plus size, a size above a plain 14.
  const plus = /^(1[4-9]|2[0-2])w$/.exec(word)?.[1]
  if (plus) return { size: Number(plus) < 18 ? 'XL' : 'XXL', length: shift + 1, added }
  const text = isNamed && NUMBERS.includes(word) ? String(NUMBERS.indexOf(word)) : word
  if (!/^\d{1,2}$/.test(text) || words[at + shift + 1]?.before === '/') return null
  const after = country === undefined ? ADDED[textAt(words, at + 1)] : undefined
  if (country === undefined && after === undefined && !isNamed) return null
  const scale = country ?? after ?? added
  const number = Number(text)
  // Without a country, numbers above 30 are European.
  const us = number - (scale ?? (number > 30 ? addedToUs.EU : 0))
  const size = us < 0 ? undefined : sizes.find((one) => us <= usNumbers[one][1])
  const length = shift + 1 + (after === undefined ? 0 : 1)
  return size ? { size, length, added: scale } : null
}
