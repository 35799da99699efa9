/** A row of a listing import as it was given: the text of each known column that the file has. */
export type GivenCells = Readonly<Record<string, string>>

/** What has to be corrected in a row; `column` is empty for a problem of the whole row. */
export type CellProblem = { readonly column: string; readonly sentence: string }
