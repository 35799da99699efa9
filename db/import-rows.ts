/** A row of a file of listings as it was given: the text of each known column that the file has. */
export type GivenCells = Readonly<Record<string, string>>

/** What has to be corrected in a row; `column` is empty when it is about the row as a whole. */
export type CellProblem = { readonly column: string; readonly sentence: string }
