/** Results of each kind that a search of admins shows. */
export const MAX_FOUND = 10

/** The first results of one kind. */
export type FoundRows<Row> = {
  readonly rows: readonly Row[]
  /** There are more than `MAX_FOUND`. */
  readonly hasMore: boolean
  /** Only the newest `MAX_SEARCHED` were searched. */
  readonly isPartial: boolean
}

/** The newest rows that words without few matches are searched in. */
export const MAX_SEARCHED = 1000

/** From at most one more row than is shown. */
export function foundRows<Row>(rows: readonly Row[], isPartial = false): FoundRows<Row> {
  return { rows: rows.slice(0, MAX_FOUND), hasMore: rows.length > MAX_FOUND, isPartial }
}
