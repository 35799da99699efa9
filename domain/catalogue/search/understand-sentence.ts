import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Facet, facets } from './facets.ts'
import {
  aliasOf,
  detailWords,
  fillerWords,
  type Lexicon,
  MAX_NAME_WORDS,
  type Meaning,
} from './lexicon.ts'
import { datesAt, isMonth, isWeekday } from './sentence-dates.ts'
import { placeAt, type SentencePlace } from './sentence-places.ts'
import { asksForCheap, pricesAt } from './sentence-prices.ts'
import { sizesAt } from './sentence-sizes.ts'
import { correctionOf, splitOf } from './spelling.ts'
import { continues, textAt, type Word, wordsOf } from './words-of.ts'

/** What a sentence asks for. */
export type Understood = {
  /** The words that are left for the full text, as a web search writes them: `velvet -sequin`. */
  readonly q: string
  readonly facets: Readonly<Partial<Record<Facet, readonly string[]>>>
  /** Values that it does not want. */
  readonly not: Readonly<Partial<Record<Facet, readonly string[]>>>
  readonly place: SentencePlace | null
  /** Credits a week. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  /** The end is before the start if it was typed so. */
  readonly dates: { readonly start: CalendarDate; readonly end: CalendarDate } | null
  /** By relevance after a title. */
  readonly sort: 'price' | 'relevance' | null
  readonly corrected: readonly { readonly typed: string; readonly shown: string }[]
  /** Words that nothing has. */
  readonly dropped: readonly string[]
}

/** What the catalogue knows of a sentence: words and phrases that its items have. */
export type Found = {
  readonly words: ReadonlySet<string>
  /** Those that a title, a brand or a color has. */
  readonly names: ReadonlySet<string>
  /** Several words in a row of one title, as `probesOf` writes them. */
  readonly titles: ReadonlySet<string>
  /** Words of items that are spelled almost like those of the sentence. */
  readonly spellings: readonly string[]
}

const MAX_CORRECTED = 3

/**
 * Turns a sentence into filters and leaves the other words to the full text (spec 3.6). Pure.
 * `found`: what the catalogue has of `probesOf`.
 */
export function understand(
  sentence: string,
  lexicon: Lexicon,
  found: Found,
  today: CalendarDate,
): Understood {
  const words = wordsOf(sentence)
  const read = new Reader(words, lexicon, found, today).read()
  const corrected = correct(read.unknown, lexicon, found.spellings)
  if (corrected.length === 0) return { ...read.understood, dropped: read.unknown, corrected: [] }
  const mended = words
    .map(
      ({ text, before }) => before + (corrected.find(({ typed }) => typed === text)?.shown ?? text),
    )
    .join('')
  const shown = corrected.map((one) => one.shown).filter((one) => found.spellings.includes(one))
  const known = {
    ...found,
    words: new Set([...found.words, ...shown]),
    names: new Set([...found.names, ...shown]),
  }
  const again = new Reader(wordsOf(mended), lexicon, known, today).read()
  const isOfUse = (one: { readonly shown: string }) => !again.unknown.includes(one.shown)
  return {
    ...again.understood,
    dropped: again.unknown.map(
      (word) => corrected.find((one) => one.shown === word)?.typed ?? word,
    ),
    corrected: corrected.filter(isOfUse),
  }
}

/** What has to be asked of the catalogue before a sentence is understood. */
export function probesOf(sentence: string): {
  readonly words: readonly string[]
  readonly phrases: readonly string[]
} {
  const words = wordsOf(sentence)
  const texts = words.flatMap(({ text }, index) => {
    const alias = aliasOf(`${text} ${textAt(words, index + 1)}`) ?? aliasOf(text)
    return alias ? [text, ...alias.split(' ')] : [text]
  })
  const telling = texts.filter((text) => !fillerWords.has(text) && !/^\d+$/.test(text))
  return { words: [...new Set(telling)], phrases: phrasesOf(words).map(({ phrase }) => phrase) }
}

const MIN_TITLE_WORDS = 3

/** Runs of words that may be a title: what stands between commas, sizes and other parts. */
function phrasesOf(words: readonly Word[]) {
  const runs: { phrase: string; at: number; length: number }[] = []
  let at = 0
  for (let end = 1; end <= words.length; end++) {
    const word = words[end]
    const isParted =
      !word || !continues(word) || /^(sizes?|under|near|in|for|on|from|by)$/.test(word.text)
    if (!isParted) continue
    const run = words.slice(at, end)
    const telling = run.filter(({ text }) => !fillerWords.has(text))
    if (telling.length >= MIN_TITLE_WORDS)
      runs.push({ phrase: phraseOf(run), at, length: run.length })
    at = end
  }
  return runs
}

function phraseOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

function correct(
  unknown: readonly string[],
  { meanings, spellings }: Lexicon,
  ofItems: readonly string[],
) {
  const known = [...spellings, ...ofItems].filter((word) => !fillerWords.has(word))
  // A word of a longer name, such as the 'sweet' of 'sweet 16', is spelled right.
  const wrong = unknown.filter(
    (word) => !isMonth(word) && !known.includes(word) && !detailWords.has(word),
  )
  return wrong.slice(0, MAX_CORRECTED).flatMap((typed) => {
    const shown = splitOf(typed, (word) => meanings.has(word)) ?? correctionOf(typed, known)
    return shown ? [{ typed, shown }] : []
  })
}

type Values = Partial<Record<Facet, Set<string>>>

/** Reads a sentence from left to right. */
class Reader {
  private at = 0
  private isNegated = false
  private readonly facets: Values = {}
  private readonly not: Values = {}
  private readonly left: string[] = []
  private readonly unknown: string[] = []
  private place: SentencePlace | null = null
  private prices: Pick<Understood, 'minPrice' | 'maxPrice'> = { minPrice: null, maxPrice: null }
  private dates: Understood['dates'] = null
  private datesTyped = ''
  private sort: Understood['sort'] = null
  private readonly words: readonly Word[]
  private readonly lexicon: Lexicon
  private readonly found: Found
  private readonly today: CalendarDate
  /** How long the titles are, by where they begin. */
  private readonly titles: ReadonlyMap<number, number>

  constructor(words: readonly Word[], lexicon: Lexicon, found: Found, today: CalendarDate) {
    this.words = words
    this.lexicon = lexicon
    this.found = found
    this.today = today
    this.titles = new Map(
      phrasesOf(words)
        .filter(({ phrase }) => found.titles.has(phrase))
        .map(({ at, length }) => [at, length]),
    )
  }

  read() {
    while (this.at < this.words.length) {
      this.readNegation()
      const length =
        this.readTitle() ||
        this.readQuoted() ||
        this.readPrice() ||
        this.readDates() ||
        this.readSize() ||
        this.readPlace() ||
        this.readMeaning() ||
        this.readWord()
      this.at += length
      this.endNegation()
    }
    const { facets, not, dates, left, prices } = this
    const understood = {
      ...{ q: this.q(left), place: this.place, dates, sort: this.sort, ...prices },
      ...{ facets: listed(withoutThose(facets, not)), not: listed(not) },
    }
    return { understood, unknown: this.unknown }
  }

  /** An 'or' means something between two words only. */
  private q(left: readonly string[]): string {
    return left.filter((word, index) => word !== 'or' || isBetweenWords(left, index)).join(' ')
  }

  private text(ahead = 0): string {
    return textAt(this.words, this.at + ahead)
  }

  /** 'not', 'no', 'without', and a minus that touches its word. */
  private readNegation() {
    const before = this.words[this.at]?.before ?? ''
    const isMinus = this.at === 0 ? before.endsWith('-') : /[\s,(]-$/.test(before)
    if (isMinus && !/^\d/.test(this.text())) this.isNegated = true
    while (this.isNot() && this.at < this.words.length - 1) {
      // 'no more than 40' and 'not over 40' are prices, 'nothing over 40' too.
      if (/^(more|over|above|less)$/.test(this.text(1))) {
        if (this.text() === 'nothing') this.at++
        return
      }
      this.isNegated = this.text() !== 'nothing' || this.isNegated
      this.at++
    }
    while (this.isNegated && /^(too|any|a|an|in|with|for|the|want|like|be)$/.test(this.text()))
      this.at++
  }

  private isNot(): boolean {
    if (
      /^(not|non|no|without|except|isnt|arent|dont|minus|excluding|never|nothing)$/.test(
        this.text(),
      )
    )
      return true
    // 'Any color but black', and not 'nothing but black'.
    return this.text() === 'but' && /^(any|anything|everything|all|colou?rs?)$/.test(this.text(-1))
  }

  /** It goes on over 'or' and a slash: 'not red or black', 'no red/black'. */
  private endNegation() {
    if (!this.isNegated) return
    if (/^(or|nor)$/.test(this.text())) this.at++
    else this.isNegated = this.words[this.at]?.before === '/'
  }

  private readTitle(): number {
    const length = this.titles.get(this.at) ?? 0
    if (length > 0) this.sort ??= 'relevance'
    for (let ahead = 0; ahead < length; ahead++) this.left.push(this.text(ahead))
    return length
  }

  /** A quoted word is taken as typed. */
  private readQuoted(): number {
    if (!this.words[this.at]?.before.includes('"')) return 0
    const rest = this.words.slice(this.at + 1)
    const end = rest.findIndex(({ before }) => before.includes('"'))
    const length = end < 0 ? this.words.length - this.at : end + 1
    const phrase = phraseOf(this.words.slice(this.at, this.at + length))
    this.left.push(`${this.isNegated ? '-' : ''}"${phrase}"`)
    return length
  }

  private readPrice(): number {
    const prices = pricesAt(this.words, this.at, this.lexicon.creditsPerDollar)
    if (prices && !this.isNegated) {
      this.prices = {
        minPrice: prices.minPrice ?? this.prices.minPrice,
        maxPrice: prices.maxPrice ?? this.prices.maxPrice,
      }
      return prices.length
    }
    if (!asksForCheap(this.text())) return 0
    this.sort = 'price'
    return 1
  }

  private readDates(): number {
    const dates = datesAt(this.words, this.at, this.today)
    if (!dates || this.isNegated) return 0
    // 'Saturday June 12' is the date.
    if (!this.dates || isWeekday(this.datesTyped))
      this.dates = { start: dates.start, end: dates.end }
    this.datesTyped = dates.length === 1 ? this.text() : ''
    return dates.length
  }

  private readSize(): number {
    const sizes = sizesAt(this.words, this.at)
    if (!sizes) return 0
    this.add('size', sizes.sizes)
    return sizes.length
  }

  private readPlace(): number {
    if (this.isNegated) return 0
    const isWord = (word: string) =>
      this.found.words.has(word) || this.lexicon.meanings.has(word) || fillerWords.has(word)
    const place = placeAt(this.words, this.at, this.lexicon.places, isWord)
    if (!place) return 0
    this.place ??= place
    return place.length
  }

  private readMeaning(): number {
    for (let length = MAX_NAME_WORDS; length > 0; length--) {
      const name = this.nameOf(length)
      const meaning = name && this.lexicon.meanings.get(name.key)
      if (!meaning) continue
      const { word } = meaning
      if (word === null) this.add(meaning.facet, meaning.values)
      else this.addWord(word, name.key, meaning)
      return name.length
    }
    return 0
  }

  /** The next words as a key of the lexicon, which has no 'and'. */
  private nameOf(length: number): { key: string; length: number } | null {
    const own: string[] = []
    let ahead = 0
    for (; own.length < length; ahead++) {
      const word = this.words[this.at + ahead]
      if (!word || (ahead > 0 && !continues(word))) return null
      if (word.text !== 'and' || ahead === 0) own.push(word.text)
    }
    return { key: own.join(' '), length: ahead }
  }

  /** A shade or a narrower word: as a word if any item has it. */
  private addWord(word: string, name: string, { facet, values }: Meaning) {
    const own = word.split(' ')
    const isFound = own.every((one) => this.found.names.has(one))
    if (!isFound) this.add(facet, values)
    else if (this.isNegated) this.left.push(...own.map((one) => `-${one}`))
    else {
      this.left.push(...own)
      // 'sun dress' has the name of its category.
      if (/ (dress|gown)e?s?$/.test(name)) this.add(facet, values)
    }
  }

  private add(facet: Facet, values: readonly string[]) {
    const all = this.isNegated ? this.not : this.facets
    const set = all[facet] ?? new Set()
    for (const value of values) set.add(value)
    all[facet] = set
  }

  private readWord(): number {
    const text = this.text()
    if (isMonth(text)) this.unknown.push(text)
    else if (this.found.words.has(text) && !fillerWords.has(text)) this.left.push(this.signed(text))
    else if (text === 'or') this.left.push(text)
    else if (!fillerWords.has(text)) this.unknown.push(text)
    return 1
  }

  private signed(text: string): string {
    return this.isNegated ? `-${text}` : text
  }
}

function isBetweenWords(all: readonly string[], index: number): boolean {
  const [before, after] = [all[index - 1], all[index + 1]]
  return [before, after].every((word) => word && word !== 'or' && !word.startsWith('-'))
}

/** What is both wanted and not wanted is not wanted. */
function withoutThose(values: Values, not: Values): Values {
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      new Set([...(values[facet] ?? [])].filter((value) => !not[facet]?.has(value))),
    ]),
  )
}

function listed(values: Values): Partial<Record<Facet, readonly string[]>> {
  return Object.fromEntries(
    facets.flatMap((facet) => {
      const all = [...(values[facet] ?? [])]
      return all.length > 0 ? [[facet, all]] : []
    }),
  )
}
