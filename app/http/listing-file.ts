import { isUtf8 } from 'node:buffer'
import { CsvError, type Info, parse } from 'csv-parse/sync'
import {
  columnTitled,
  type ImportColumnName,
  NEEDED_COLUMNS,
} from '#app/components/imports/import-columns.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { MAX_IMPORTED_ROWS, MAX_LISTING_FILE_BYTES } from '#domain/listing-imports/import-limits.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { cellText } from './csv.ts'

export const LISTING_FILE_TOO_LARGE = `This file is larger than ${megabytes(MAX_LISTING_FILE_BYTES)}.`
export const TOO_MANY_ROWS = `This file has more than ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} rows.`

export const missingColumn = (name: string) => `The column ${name} is missing.`

const MAX_COLUMNS = 100
/** For one row, including line breaks. */
const MAX_ROW_CHARACTERS = 50_000
/** Empty ones count too. */
const MAX_RECORDS = 5 * MAX_IMPORTED_ROWS

export type ListingFile =
  | {
      readonly ok: true
      readonly columns: readonly ImportColumnName[]
      readonly rows: readonly { readonly rowNo: number; readonly given: GivenCells }[]
    }
  | { readonly ok: false; readonly sentence: string }

/**
 * Reads a file of listings: comma, semicolon or tab between cells, with or without a byte order mark.
 * Rows are numbered as a spreadsheet numbers them, with the titles in row 1; empty ones are left out,
 * and so are columns that we do not know.
 */
export function readListingFile(bytes: Uint8Array): ListingFile {
  if (bytes.length > MAX_LISTING_FILE_BYTES) return wrong(LISTING_FILE_TOO_LARGE)
  if (!isUtf8(bytes)) return wrong('This file is not in UTF-8. Please save it as “CSV UTF-8”.')
  const records = recordsIn(Buffer.from(bytes).toString('utf8'))
  if (typeof records === 'string') return wrong(records)
  const [titles = [], ...others] = records
  if (titles.length > MAX_COLUMNS) return wrong(`This file has more than ${MAX_COLUMNS} columns.`)
  const columns = titles.map(columnTitled)
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) < index)
  if (twice) return wrong(`The column ${twice} appears twice.`)
  const missing = NEEDED_COLUMNS.find((name) => !columns.includes(name))
  if (missing) return wrong(missingColumn(missing))
  const rows = others.flatMap((cells, index) =>
    cells.every((cell) => cell.trim() === '')
      ? []
      : [{ rowNo: index + 2, given: givenIn(columns, cells) }],
  )
  if (rows.length > MAX_IMPORTED_ROWS || records.length >= MAX_RECORDS) return wrong(TOO_MANY_ROWS)
  if (rows.length === 0) return wrong('This file has no rows below its titles.')
  return { ok: true, columns: columns.filter((name) => name !== null), rows }
}

function wrong(sentence: string): ListingFile {
  return { ok: false, sentence }
}

function givenIn(columns: readonly (ImportColumnName | null)[], cells: readonly string[]) {
  return Object.fromEntries(
    columns.flatMap((name, index) =>
      name === null ? [] : [[name, storable(cellText(cells[index] ?? ''))] as const],
    ),
  )
}

/** The cells of each row, or what is wrong with the file. */
function recordsIn(text: string): string[][] | string {
  let lastRow = 0
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: MAX_ROW_CHARACTERS,
      to: MAX_RECORDS,
      on_record: (cells: string[], { records }: Info) => {
        lastRow = records
        return cells
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = lastRow + 1
    return error.code === 'CSV_MAX_RECORD_SIZE'
      ? `Row ${row} is too long.`
      : `Row ${row} cannot be read. Please check its quotation marks.`
  }
}

/** The delimiter that occurs most often in the row of titles, which contain none themselves. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const titles = text.slice(0, end < 0 ? MAX_ROW_CHARACTERS : end).slice(0, MAX_ROW_CHARACTERS)
  const count = (delimiter: string) => titles.split(delimiter).length
  return [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
}
