import { sizes } from '#domain/catalogue/items/fields/item-words.ts'
import { sizesAt } from '#domain/catalogue/search/sentence-sizes.ts'
import { keyOf, wordsOf } from '#domain/catalogue/search/words-of.ts'

type Size = (typeof sizes)[number]

export type ReadSize = {
  readonly size: Size
  /** Of 'M/L' or 'One size', for which an item has no size of its own. */
  readonly isNearest: boolean
}

const MAX_LENGTH = 100

/** As search understands it: XL for 'X-Large', M for 'US 8', the smaller one of 'M/L', M for 'One size'. */
export function sizeIn(cell: string): ReadSize | null {
  if (cell.length > MAX_LENGTH) return null
  if (ONE_SIZE.includes(keyOf(cell))) return { size: 'M', isNearest: true }
  const words = wordsOf(`size ${cell.replaceAll('/', '-')}`)
  const found = sizesAt(words, 0)
  const [size, next, ...more] = sizes.filter((one) => found?.sizes.includes(one))
  if (size === undefined || found?.length !== words.length || more.length > 0) return null
  if (next === undefined) return { size, isNearest: false }
  const isRange = /\bto\b|[-–/]/.test(cell) && sizes.indexOf(next) === sizes.indexOf(size) + 1
  return isRange ? { size, isNearest: true } : null
}

const ONE_SIZE: readonly string[] = [
  ...[
    'one',
    'one size',
    'onesize',
    'one size fits all',
    'one size fits most',
    'free size',
    'os',
    'o s',
  ],
]

/** What the description of an item says whose size is only the nearest one; null for other sizes. */
export function sizeNote(cell: string): string | null {
  return sizeIn(cell)?.isNearest ? `Size: ${cell.trim()}` : null
}
