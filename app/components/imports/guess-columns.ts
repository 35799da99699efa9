import { itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import { columnOf, type FileField, UNCLEAR_PRICE } from './file-fields.ts'
import { columnTitled, type ImportColumnName, nameOfTitle } from './import-columns.ts'

export type SeenColumn = {
  readonly title: string
  /** Its first different values. */
  readonly values: readonly string[]
}

export type GuessedField = FileField | typeof UNCLEAR_PRICE

/** Whether a cell of a column with a list of values can be read. */
type Understands = (column: ImportColumnName, cell: string) => boolean

/** What each column of a file is, by its title and values; null for what is not imported. */
export function guessColumns(
  columns: readonly SeenColumn[],
  understands: Understands,
): readonly (GuessedField | null)[] {
  const guesses = columns.map((column) => guessOf(column, understands))
  const isClear = guesses.some((guess) => guess !== UNCLEAR_PRICE && isPrice(guess))
  const taken = new Set<ImportColumnName>()
  return guesses.map((guess) => {
    if (guess === null || (guess === UNCLEAR_PRICE && isClear)) return null
    const column = guess === UNCLEAR_PRICE ? 'price' : columnOf(guess)
    if (taken.has(column)) return null
    taken.add(column)
    return guess
  })
}

const isPrice = (guess: GuessedField | null) =>
  guess === UNCLEAR_PRICE || (guess !== null && columnOf(guess) === 'price')

/** Columns that can be left out, so that one with other values than ours is not taken for them. */
const BY_VALUES: readonly ImportColumnName[] = [
  ...itemChoices.map(({ inFiles }) => inFiles.name),
  ...(['style', 'occasion'] as const),
]

/** Their titles are used for other things than ours as well. */
const MAYBE: Readonly<Record<string, ImportColumnName>> = {
  type: 'category',
  product_type: 'category',
  item_type: 'category',
  categories: 'category',
  variation_name: 'size',
}

/** A title that speaks of sizes, such as 'Women’s size', is one if its values are. */
const SIZE = /(^|_)sizes?(_|$)/

function guessOf({ title, values }: SeenColumn, understands: Understands): GuessedField | null {
  const name = nameOfTitle(withoutMetafield(title))
  const price = priceIn(name)
  if (price !== undefined) return price
  const known = columnTitled(name)
  const column = known ?? MAYBE[name] ?? (SIZE.test(name) ? 'size' : null)
  if (column === null || (column === known && !BY_VALUES.includes(column))) return column
  const understood = values.filter((value) => understands(column, value))
  return understood.length * 2 >= values.length ? column : null
}

/** 'Color' for 'Color (product.metafields.shopify.color-pattern)'. */
function withoutMetafield(title: string): string {
  const at = title.indexOf('(product.metafields')
  return at < 0 ? title : title.slice(0, at)
}

const MONEY: readonly string[] = ['price', 'prices', 'rate', 'fee', 'rent', 'rental']
const CURRENCIES: readonly string[] = ['usd', 'us', 'cad', 'eur', 'gbp', 'aud', 'dollars', 'dollar']
const DAY: readonly string[] = ['day', 'daily']
const WEEK: readonly string[] = ['week', 'weekly']
const OTHER_TIME: readonly string[] = [
  ...['night', 'nightly', 'hour', 'hourly', 'weekend', 'month', 'monthly'],
]
/** What can stand beside the word 'price' of the price that counts. */
const PLAIN: readonly string[] = [
  ...[
    'variant',
    'regular',
    'base',
    'unit',
    'list',
    'item',
    'product',
    'rental',
    'per',
    'a',
    'rent',
  ],
]

/** The price that a title stands for; null for one that is not ours, undefined for no price. */
function priceIn(name: string): GuessedField | null | undefined {
  const words = name.split('_').filter((word) => !CURRENCIES.includes(word))
  if (!words.some((word) => MONEY.includes(word))) return undefined
  if (words.some((word) => OTHER_TIME.includes(word))) return null
  const times = [...DAY, ...WEEK]
  const isPlain = words.every((word) => [...MONEY, ...PLAIN, ...times].includes(word))
  if (!isPlain) return undefined
  return words.some((word) => DAY.includes(word)) ? 'dollars_a_day' : UNCLEAR_PRICE
}
