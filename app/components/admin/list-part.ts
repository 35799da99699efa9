/** The part of a long list that an address asks for. */
export type ListPart = {
  readonly base: string
  readonly q: string
  /** The address's `part`; null for the first. */
  readonly filter: string | null
  readonly isFirst: boolean
}

/** The address of a part, from its beginning unless told. */
export function addressIn(
  { base, q, filter }: ListPart,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(filter && { part: filter }), ...more })
  return query.size > 0 ? `${base}?${query}` : base
}

/** The address of a part, and of a question asked within it. */
export function partAddress(
  base: string,
  { status, q, after }: { status: string | null; q: string; after: string | null },
  more: Readonly<Record<string, string>> = {},
): string {
  const query = { status: status ?? 'all', ...(q && { q }), ...(after && { after }), ...more }
  return `${base}?${new URLSearchParams(query)}`
}
