import { textAt, type Word } from './words-of.ts'

// Prices in a sentence: 'under 40 credits', 'up to $30', 'between 20 and 30 credits', 'cheapest'.

/** Credits a week; null without a limit. */
export type SentencePrices = {
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** How many words they take. */
  readonly length: number
}

const MAX_CREDITS = 9999

const UP_TO = [
  'under',
  'below',
  'up to',
  'at most',
  'less than',
  'no more than',
  'not more than',
  'cheaper than',
  'max',
  'maximum',
  'maximum of',
  'max of',
  'budget of',
  'budget',
  'not over',
  'within',
]
const FROM = [
  'over',
  'above',
  'more than',
  'at least',
  'min',
  'minimum',
  'minimum of',
  'from',
  'starting at',
]
const LEADS = new Map([
  ...UP_TO.map((words) => [words, 'max'] as const),
  ...FROM.map((words) => [words, 'min'] as const),
])

type Amount = { readonly value: number; readonly length: number; readonly hasUnit: boolean }

/** The limits of a price that begin at a word; null if none do. */
export function pricesAt(
  words: readonly Word[],
  at: number,
  creditsPerDollar: number,
): SentencePrices | null {
  return (
    rangeAt(words, at, creditsPerDollar) ??
    limitAt(words, at, creditsPerDollar) ??
    plainAt(words, at, creditsPerDollar)
  )
}

/** 'between 20 and 30', 'from 20 to 30 credits', '20-30 credits'. */
function rangeAt(
  words: readonly Word[],
  at: number,
  creditsPerDollar: number,
): SentencePrices | null {
  const lead = ['between', 'from'].includes(textAt(words, at)) ? 1 : 0
  const low = amountAt(words, at + lead, creditsPerDollar)
  if (!low) return null
  const link = at + lead + low.length
  const isJoined = ['and', 'to'].includes(textAt(words, link))
  if (!isJoined && words[link]?.before.replaceAll(/[\s$]/g, '') !== '-') return null
  const high = amountAt(words, link + (isJoined ? 1 : 0), creditsPerDollar)
  if (!high || !(lead > 0 || high.hasUnit || low.hasUnit)) return null
  return {
    minPrice: Math.min(low.value, high.value),
    maxPrice: Math.max(low.value, high.value),
    length: lead + low.length + (isJoined ? 1 : 0) + high.length,
  }
}

function limitAt(
  words: readonly Word[],
  at: number,
  creditsPerDollar: number,
): SentencePrices | null {
  for (const length of [3, 2, 1]) {
    const lead = words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    const side = LEADS.get(lead)
    const amount = side && amountAt(words, at + length, creditsPerDollar)
    if (amount && (amount.hasUnit || !['from', 'within', 'over'].includes(lead) || side === 'max'))
      return limit(side, amount, length)
  }
  return null
}

/** A price by itself is the most that somebody pays: '40 credits', '$40'. */
function plainAt(
  words: readonly Word[],
  at: number,
  creditsPerDollar: number,
): SentencePrices | null {
  const lead = /^(for|around|about)$/.test(textAt(words, at)) ? 1 : 0
  const amount = amountAt(words, at + lead, creditsPerDollar)
  if (!amount?.hasUnit) return null
  const isLess = /^or (less|under|below)/.test(
    `${textAt(words, at + lead + amount.length)} ${textAt(words, at + lead + amount.length + 1)}`,
  )
  return limit('max', amount, lead + (isLess ? 2 : 0))
}

function limit(side: 'max' | 'min', { value, length }: Amount, lead: number): SentencePrices {
  return {
    minPrice: side === 'min' ? value : null,
    maxPrice: side === 'max' ? value : null,
    length: lead + length,
  }
}

/** '40', '$40', '40 credits', '40 credits a week', '6 credits a day', '40 dollars'. */
function amountAt(words: readonly Word[], at: number, creditsPerDollar: number): Amount | null {
  const word = words[at]
  if (!word || !/^\d{1,4}$/.test(word.text)) return null
  const isDollars =
    /\$\s*$/.test(word.before) || /^(dollars?|usd|bucks)$/.test(textAt(words, at + 1))
  const hasCents = words[at + 1]?.before === '.' && /^\d\d$/.test(textAt(words, at + 1))
  let length = hasCents ? 2 : 1
  const hasWord = /^(credits?|cr|dollars?|usd|bucks)$/.test(textAt(words, at + length))
  if (hasWord) length++
  // '40 miles', '12 June', '8 uk': a number of something else.
  if (!hasWord && !isDollars && isOfSomethingElse(words, at)) return null
  const article = /^(a|per|each|every)$/.test(textAt(words, at + length))
  const unit = textAt(words, at + length + 1)
  const isPerDay = article && unit === 'day'
  if (article && /^(day|week)$/.test(unit)) length += 2
  else if (textAt(words, at + length) === 'weekly') length++
  const value = Number(word.text) * (isDollars ? creditsPerDollar : 1) * (isPerDay ? 7 : 1)
  return { value: Math.min(Math.floor(value), MAX_CREDITS), length, hasUnit: hasWord || isDollars }
}

function isOfSomethingElse(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return (
    next?.before === '/' ||
    /^(mi|miles?|km|uk|us|eu|days?|weeks?|months?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|inch|inches|cm)/.test(
      next?.text ?? '',
    )
  )
}

const CHEAP = [
  'cheap',
  'cheaper',
  'cheapest',
  'affordable',
  'inexpensive',
  'budget',
  'lowest',
  'thrifty',
]

/** Whether a word asks for the lowest prices. */
export function asksForCheap(word: string): boolean {
  return CHEAP.includes(word)
}
