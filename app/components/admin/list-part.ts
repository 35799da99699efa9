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
  { status, q, after }: { status: string | null; q: string; after: string | null },
  more: Readonly<Record<string, string>> = {},
): string {
  const query = { status: status ?? 'all', ...(q && { q }), ...(after && { after }), ...more }
  return `${base}?${new URLSearchParams(query)}`
}
