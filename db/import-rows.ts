/**
 * A row of a listing import as it was given: the text of each known column that the file has, and
 * under the empty title that of the cells without a title, for which the row is refused.
 */
export type GivenCells = Readonly<Record<string, string>>

/**
 * A column of a file whose closet says what it is. Rows keep its cells by its key; `field` is what it
 * seems to be until it is chosen, null for nothing of ours.
 */
export type FileColumn = {
  readonly key: string
  readonly title: string
  /** Its first values, shortened. */
  readonly examples: readonly string[]
  readonly field: string | null
}

/** What has to be corrected in a row; `column` is empty for a problem of the whole row. */
export type CellProblem = { readonly column: string; readonly sentence: string }

/** A column of the file that is not read, with the first value in it. */
export type IgnoredColumn = { readonly title: string; readonly example: string }
