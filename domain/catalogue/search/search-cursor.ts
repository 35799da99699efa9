import { parseId } from '#domain/shared/ids.ts'
import { decodeCursor, encodeCursor, parseInstant } from '#domain/shared/lists/page.ts'

/** The place after a row in one of the orders of /search, with totals from the pages before. */
export type SearchCursor = {
  /** The order in which the page is continued; by relevance only if the first page was. */
  readonly order: 'newest' | 'price' | 'relevance'
  /** Credits a day, or the rank as PostgreSQL writes it; '' when the order is newest first. */
  readonly key: string
  /** With microseconds. */
  readonly at: string
  readonly id: string
  /** How many items the pages before have shown. */
  readonly skipped: number
  /** The total counted for the first page; null when it was not counted. */
  readonly total: number | null
}

const orders = ['newest', 'price', 'relevance'] as const

export function writeCursor({ order, key, at, id, skipped, total }: SearchCursor): string {
  return encodeCursor([order, key, at, id, String(skipped), total === null ? '' : String(total)])
}

/** Null for anything that `writeCursor` did not make. */
export function readCursor(text: string | null): SearchCursor | null {
  const [name, key = '', at = '', writtenId, skipped = '', total = ''] = decodeCursor(text, 6) ?? []
  const order = orders.find((known) => known === name)
  const id = parseId(writtenId)
  if (!order || !id || !parseInstant(at)) return null
  if (!keys[order].test(key) || !/^\d{1,7}$/.test(skipped) || !/^\d{0,4}$/.test(total)) return null
  return {
    order,
    key,
    at,
    id,
    skipped: Number(skipped),
    total: total === '' ? null : Number(total),
  }
}

const keys = {
  newest: /^$/,
  price: /^\d{1,4}$/,
  relevance: /^\d{1,3}(\.\d{1,12})?(e-\d{1,2})?$/,
} as const
