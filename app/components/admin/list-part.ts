import type { DecidedPart } from './status-tabs.tsx'

export type ListPart = {
  readonly base: string
  readonly q: string
  /** The query parameter `part`; null for the first one. */
  readonly filter: string | null
  readonly isFirst: boolean
  /** Other query parameters, which stay from part to part. */
  readonly stays?: Readonly<Record<string, string>>
}

/** The address of a part, by default its first page. */
export function addressIn(
  { base, q, filter, stays = {} }: ListPart,
  more: Readonly<Record<string, string>> = {},
): string {
  const own = { ...(q && { q }), ...(filter && { part: filter }) }
  const query = new URLSearchParams({ ...own, ...stays, ...more })
  return query.size > 0 ? `${base}?${query}` : base
}

export function partAddress(
  base: string,
  { status, q, owner, importId, after, since }: DecidedPart,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = {
    status: status ?? 'all',
    ...(q && { q }),
    ...(owner && { owner }),
    ...(importId && { import: importId }),
    ...(after && { after }),
    ...(since && { since: since.toISOString() }),
    ...more,
  }
  return `${base}?${new URLSearchParams(query)}`
}

/** The address of another page of such a list, by default the first. */
export const pageAddress = (base: string, part: DecidedPart, after: string | null = null) =>
  partAddress(base, { ...part, after, since: null })
