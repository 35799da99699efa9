import type { Id } from '#db/ids.ts'
import { readInstant } from '#db/instant.ts'
import { parseId } from '#domain/shared/ids.ts'
import { storable } from '#domain/shared/plain-text.ts'

export { MAX_COUNTED } from './show-counted.ts'

/** One page of a list and the opaque cursor of the next one. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null }

export const PAGE_SIZE = 24

/** A page of search results, and their total number. */
export type Found<Row> = Page<Row> & {
  /** The list has more rows, which were not searched. */
  readonly isPartial?: boolean
  /** Counted up to `MAX_COUNTED`; one more means "more than that". */
  readonly total: number
}

/** Encodes the sort keys of a page's last row as an opaque `?after=` cursor. */
export function encodeCursor(keys: readonly string[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(keys))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The keys, or null for anything that `encodeCursor` did not make with `length` keys. */
export function decodeCursor(text: string | null | undefined, length: number): string[] | null {
  if (!text || text.length > 500) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const keys: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))),
    )
    const whole =
      Array.isArray(keys) &&
      keys.length === length &&
      // PostgreSQL's text cannot contain NUL.
      keys.every((key): key is string => typeof key === 'string' && !key.includes('\0'))
    return whole ? keys : null
  } catch {
    return null
  }
}

/** Turns `size + 1` rows from the database into a page; `keysOf` returns a row's sort keys. */
export function toPage<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  size: number = PAGE_SIZE,
): Page<Row> {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > size && last ? encodeCursor(keysOf(last)) : null }
}

/**
 * Keys of the common order "newest first": an instant and an id. Null when the cursor is not ours.
 */
export function decodeNewestFirst<Of extends Id<string>>(
  text: string | null | undefined,
): { readonly at: Date; readonly id: Of } | null {
  const [at, written] = decodeCursor(text, 2) ?? []
  const instant = parseInstant(at)
  const id = parseId<Of>(written)
  return instant && id ? { at: instant, id } : null
}

/** The same when the second key is an external id, such as Stripe's. */
export function decodeNewestNamed(
  text: string | null | undefined,
): { readonly at: Date; readonly id: string } | null {
  const [at, id] = decodeCursor(text, 2) ?? []
  const instant = parseInstant(at)
  return instant && id ? { at: instant, id } : null
}

/** Parses an instant of a cursor; null if PostgreSQL would not read it as the same instant. */
export function parseInstant(text: string | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(text)) return null
  const instant = readInstant(text, (text) => new Date(text))
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1) return null
  return instant.toISOString().slice(0, 19) === text.slice(0, 19) ? instant : null
}

export function newestFirstKeys(row: { readonly created_at: Date; readonly id: string }): string[] {
  return [row.created_at.toISOString(), row.id]
}

/** The `ilike` pattern for "contains these words, in this order"; null without a search. */
export function containing(words: string | null | undefined): string | null {
  const query = storable(words ?? '')
    .trim()
    .slice(0, 100)
  return query === '' ? null : `%${query.replace(/[\\%_]/g, '\\$&')}%`
}
