type Rows = readonly (readonly (string | number)[])[]

/**
 * A table as RFC 4180 says, with a mark that makes spreadsheets read it as UTF-8. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front, and a cell is quoted for whatever
 * sign a spreadsheet may take for the end of one.
 */
export function writeCsv(rows: Rows): string {
  return `\ufeff${csvLines(rows)}`
}

/** More lines of a table that has begun. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^\s*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
