import { CsvError, type Info, parse } from 'csv-parse/sync'
import {
  columnTitled,
  type ImportColumnName,
  isOtherPrice,
  NEEDED_COLUMNS,
  OWN_COLUMNS,
} from '#app/components/imports/import-columns.ts'
import { cellText } from '#app/responses/csv.ts'
import type { GivenCells, IgnoredColumn } from '#db/import-rows.ts'
import {
  MAX_IMPORTED_ROWS,
  MAX_LISTING_FILE_BYTES,
} from '#domain/catalogue/imports/import-limits.ts'
import { UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { listingText } from './listing-text.ts'

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
      /** Columns that we do not know, if a row has a value in them. */
      readonly ignored: readonly IgnoredColumn[]
    }
  | { readonly ok: false; readonly sentence: string }

/**
 * Reads a file of listings: comma, semicolon or tab between cells, in the encodings of `listingText`.
 * Rows are numbered as a spreadsheet numbers them, with the titles in row 1; empty ones are left out.
 * A line `sep=;` above the titles, which spreadsheets hide, names the separator. Cells that have no
 * title are kept with their row, which is refused for them.
 */
export function readListingFile(bytes: Uint8Array): ListingFile {
  if (bytes.length > MAX_LISTING_FILE_BYTES) return wrong(LISTING_FILE_TOO_LARGE)
  const text = listingText(bytes)
  if (text === null) return wrong('This is not a CSV file. Please save the spreadsheet as CSV.')
  const records = recordsIn(text)
  if (typeof records === 'string') return wrong(records)
  const [titles = [], ...others] = records
  if (titles.length > MAX_COLUMNS) return wrong(`This file has more than ${MAX_COLUMNS} columns.`)
  const columns = titles.map(columnTitled)
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) < index)
  if (twice) return wrong(appearsTwice(twice, titles, columns))
  const missing = NEEDED_COLUMNS.find((name) => !columns.includes(name))
  if (missing) return wrong(`${missingColumn(missing)} ${titlesFound(titles)}`)
  const otherPrice = titles.find((title) => isOtherPrice(title))
  if (otherPrice !== undefined && !columns.includes('price')) return wrong(notWeekly(otherPrice))
  const rows = others.flatMap((cells, index) =>
    cells.every((cell) => cell.trim() === '')
      ? []
      : [{ rowNo: index + 2, given: givenIn(titles, columns, cells) }],
  )
  if (rows.length > MAX_IMPORTED_ROWS || records.length >= MAX_RECORDS) return wrong(TOO_MANY_ROWS)
  if (rows.length === 0) return wrong('This file has no rows below its titles.')
  const known = columns.filter((name) => name !== null)
  return { ok: true, columns: known, rows, ignored: ignoredIn(titles, columns, others) }
}

function appearsTwice(
  name: ImportColumnName,
  titles: readonly string[],
  columns: readonly (ImportColumnName | null)[],
): string {
  const [one = '', other = ''] = titles.filter((_, index) => columns[index] === name)
  return one === other
    ? `The column ${name} appears twice.`
    : `The column ${name} appears twice: ${quoted(one)} and ${quoted(other)}.`
}

const MAX_TITLES_NAMED = 8

function titlesFound(titles: readonly string[]): string {
  const named = titles.filter((title) => title.trim() !== '').map(quoted)
  if (named.length === 0) return 'The first row of this file has no titles.'
  const more = named.length - MAX_TITLES_NAMED
  const list = new Intl.ListFormat('en-US').format([
    ...named.slice(0, MAX_TITLES_NAMED),
    ...(more > 0 ? [`${more} more`] : []),
  ])
  return `The first row of this file has ${list}.`
}

function notWeekly(title: string): string {
  return `${quoted(title)} is not a price per week. Please put the credits per week in a column with the title “price”.`
}

const MAX_SHOWN = 60

function shortened(text: string): string {
  const shown = storable(text.trim())
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN).toWellFormed()}…` : shown
}

const quoted = (text: string) => `“${shortened(text)}”`

function ignoredIn(
  titles: readonly string[],
  columns: readonly (ImportColumnName | null)[],
  rows: readonly (readonly string[])[],
): IgnoredColumn[] {
  return titles.flatMap((title, index) => {
    if (columns[index] !== null || title.trim() === '' || OWN_COLUMNS.includes(title)) return []
    const example = rows.find((cells) => (cells[index] ?? '').trim() !== '')?.[index]
    return example === undefined ? [] : [{ title: shortened(title), example: shortened(example) }]
  })
}

function wrong(sentence: string): ListingFile {
  return { ok: false, sentence }
}

function givenIn(
  titles: readonly string[],
  columns: readonly (ImportColumnName | null)[],
  cells: readonly string[],
): GivenCells {
  const untitled = cells.filter(
    (cell, index) => (titles[index] ?? '').trim() === '' && cell.trim() !== '',
  )
  return Object.fromEntries([
    ...columns.flatMap((name, index) =>
      name === null ? [] : [[name, storable(typedIn(cells[index] ?? ''))] as const],
    ),
    ...(untitled.length > 0 ? [[UNTITLED, storable(untitled.join(', '))] as const] : []),
  ])
}

/** The text of a cell, also of one that is written as a formula to keep its zeros: `="004"`. */
function typedIn(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cellText(cell)
}

/** The cells of each row, or what is wrong with the file. */
function recordsIn(file: string): string[][] | string {
  const [line, stated] = SEPARATOR_LINE.exec(file) ?? ['']
  const text = quotedFormulas(file.slice(line.length))
  let lastRow = 0
  try {
    return parse(text, {
      bom: true,
      delimiter: stated ?? delimiterOf(text),
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

/** The first line of a file that names its separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t|:])"?(?:\r\n|\r|\n)/i

/** Cells such as `="004"`, which are no CSV, as `"004"`. */
function quotedFormulas(text: string): string {
  return text.replaceAll(/(?<![^,;\t|:\r\n])=("[^"\r\n]+")(?![^,;\t|:\r\n])/g, '$1')
}

/** The delimiter that occurs most often in the row of titles, which contain none themselves. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const titles = text.slice(0, end < 0 ? MAX_ROW_CHARACTERS : end).slice(0, MAX_ROW_CHARACTERS)
  const count = (delimiter: string) => titles.split(delimiter).length
  return [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
}
