/** An amount of money, written in dollars with its cents. */
type Amount = { readonly cents: number }
type Cell = string | number | Amount
export type Row = readonly Cell[]
type Rows = readonly Row[]

/**
 * A table in the format of RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8.
 * Text that a spreadsheet would run as a formula gets an apostrophe in front, and cells are quoted
 * if they contain anything that a spreadsheet may take for a separator.
 */
export function writeCsv(rows: Rows): string {
  return `\ufeff${csvLines(rows)}`
}

/** More lines of a table that was started. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return (value.cents / 100).toFixed(2)
  const harmless = isLikeFormula(value) ? `'${value}` : value
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Also true after leading apostrophes, so that reading removes exactly what writing has added. */
function isLikeFormula(value: string): boolean {
  return /^'*\s*[=+\-@\t\r＝＋－＠]/.test(value)
}

/** A cell as it was before `writeCsv` put an apostrophe in front of it. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && isLikeFormula(cell) ? cell.slice(1) : cell
}
