import { CsvError, type Info, parse } from 'csv-parse/sync'
import { guessColumns } from '#app/components/imports/guess-columns.ts'
import {
  columnTitled,
  type ImportColumnName,
  NEEDED_COLUMNS,
  nameOfTitle,
  OWN_COLUMNS,
} from '#app/components/imports/import-columns.ts'
import { shopTable, type TableRow } from '#app/components/imports/shop-tables.ts'
import { cellText } from '#app/responses/csv.ts'
import type { FileColumn, GivenCells } from '#db/import-rows.ts'
import {
  MAX_IMPORTED_ROWS,
  MAX_LISTING_FILE_BYTES,
} from '#domain/catalogue/imports/import-limits.ts'
import { UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { understands } from './import-rules.ts'
import { listingText } from './listing-text.ts'

export const LISTING_FILE_TOO_LARGE = `This file is larger than ${megabytes(MAX_LISTING_FILE_BYTES)}.`
export const TOO_MANY_ROWS = `This file has more than ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} rows.`

export const TOO_MANY_ITEMS = `This file has more than ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} items. Please export them in parts.`

const MAX_COLUMNS = 100
/** For one row, including line breaks. */
const MAX_ROW_CHARACTERS = 50_000
/** Empty ones count too. */
const MAX_RECORDS = 5 * MAX_IMPORTED_ROWS

export type ListingFile =
  | {
      readonly ok: true
      readonly columns: readonly ImportColumnName[]
      readonly rows: readonly FileRow[]
      /** Columns whose meaning its closet has to confirm; then rows have their cells by the key of the column. */
      readonly fileColumns?: readonly FileColumn[]
      /** Rows that are part of the items of other rows. */
      readonly joinedRows: number
    }
  | { readonly ok: false; readonly sentence: string }

type FileRow = { readonly rowNo: number; readonly given: GivenCells }

/**
 * Reads a file of listings: comma, semicolon or tab between cells, in the encodings of `listingText`.
 * Rows are numbered as a spreadsheet numbers them, with the titles in row 1; empty ones are left out.
 * A line `sep=;` above the titles, which spreadsheets hide, names the separator. Cells that have no
 * title are kept with their row, which is refused for them. Of a shop's export, each row is an item.
 */
export function readListingFile(bytes: Uint8Array): ListingFile {
  if (bytes.length > MAX_LISTING_FILE_BYTES) return wrong(LISTING_FILE_TOO_LARGE)
  const text = listingText(bytes)
  if (text === null) return wrong('This is not a CSV file. Please save the spreadsheet as CSV.')
  const records = recordsIn(text)
  if (typeof records === 'string') return wrong(records)
  // Some shops write empty lines above the titles.
  const first = Math.max(
    0,
    records.findIndex((cells) => !isEmpty(cells)),
  )
  const [titles = [], ...others] = records.slice(first)
  if (titles.length > MAX_COLUMNS) return wrong(`This file has more than ${MAX_COLUMNS} columns.`)
  if (titles.every((title) => title.trim() === ''))
    return wrong('The first row of this file has no titles.')
  const filled = others.flatMap((cells, index) =>
    isEmpty(cells) ? [] : [{ rowNo: first + index + 2, cells: cells.map(typedIn) }],
  )
  const shop = shopTable({ titles, rows: filled })
  const { rows } = shop ?? { rows: filled }
  if (rows.length > MAX_IMPORTED_ROWS || records.length >= MAX_RECORDS)
    return wrong(shop ? TOO_MANY_ITEMS : TOO_MANY_ROWS)
  if (rows.length === 0) return wrong('This file has no rows below its titles.')
  const own = shop ? null : ownColumns(titles, rows)
  return {
    ok: true,
    joinedRows: shop?.joinedRows ?? 0,
    ...(own ? ownFile(titles, own, rows) : otherFile(shop?.titles ?? titles, rows)),
  }
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Our columns of a file that has no others with values; null if its closet has to choose them. */
function ownColumns(
  titles: readonly string[],
  rows: readonly TableRow[],
): readonly (ImportColumnName | null)[] | null {
  const columns = titles.map(columnTitled)
  const known = columns.filter((name) => name !== null)
  const isOurs = (title: string, index: number) =>
    title.trim() === '' || OWN_COLUMNS.includes(title) || columns[index] === nameOfTitle(title)
  const isPlain = titles.every(isOurs)
  const isOther = titles.some(
    (title, index) =>
      columns[index] === null &&
      !isOurs(title, index) &&
      rows.some(({ cells }) => (cells[index] ?? '').trim() !== ''),
  )
  const isUnclear = !isPlain && titles.some((title) => nameOfTitle(title) === 'price')
  return isOther ||
    isUnclear ||
    new Set(known).size < known.length ||
    NEEDED_COLUMNS.some((name) => !columns.includes(name))
    ? null
    : columns
}

function ownFile(
  titles: readonly string[],
  columns: readonly (ImportColumnName | null)[],
  rows: readonly TableRow[],
) {
  return {
    columns: columns.filter((name) => name !== null),
    rows: rows.map(({ rowNo, cells }) => ({
      rowNo,
      given: Object.fromEntries([
        ...columns.flatMap((name, index) =>
          name === null ? [] : [[name, storable(cells[index] ?? '')] as const],
        ),
        ...untitledIn(titles, cells),
      ]),
    })),
  }
}

/** The cells of each row by the number of their column, with what each column seems to be. */
function otherFile(titles: readonly string[], rows: readonly TableRow[]) {
  const seen = titles.flatMap((title, index) => {
    const values = new Set<string>()
    for (const { cells } of rows) {
      const cell = (cells[index] ?? '').trim()
      if (cell !== '') values.add(cell)
      if (values.size >= MAX_VALUES) break
    }
    const isRead = title.trim() !== '' && values.size > 0 && !OWN_COLUMNS.includes(title)
    return isRead ? [{ key: String(index), title, values: [...values] }] : []
  })
  const guesses = guessColumns(seen, understands)
  return {
    columns: [],
    fileColumns: seen.map(({ key, title, values }, index) => ({
      key,
      title: shortened(title),
      examples: values.slice(0, MAX_EXAMPLES).map(shortened),
      field: guesses[index] ?? null,
    })),
    rows: rows.map(({ rowNo, cells }) => ({
      rowNo,
      given: Object.fromEntries([
        ...seen.flatMap(({ key }) => {
          const cell = cells[Number(key)] ?? ''
          return cell.trim() === '' ? [] : [[key, storable(cell)] as const]
        }),
        ...untitledIn(titles, cells),
      ]),
    })),
  }
}

/** Different values of a column that are looked at. */
const MAX_VALUES = 50
const MAX_EXAMPLES = 3

const MAX_SHOWN = 60

function shortened(text: string): string {
  const shown = storable(text.trim())
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN).toWellFormed()}…` : shown
}

function wrong(sentence: string): ListingFile {
  return { ok: false, sentence }
}

function untitledIn(
  titles: readonly string[],
  cells: readonly string[],
): readonly (readonly [string, string])[] {
  const untitled = cells.filter(
    (cell, index) => (titles[index] ?? '').trim() === '' && cell.trim() !== '',
  )
  return untitled.length > 0 ? [[UNTITLED, storable(untitled.join(', '))]] : []
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
  const [titles = ''] = text
    .slice(0, MAX_ROW_CHARACTERS)
    .trimStart()
    .split(/[\r\n]/, 1)
  const count = (delimiter: string) => titles.split(delimiter).length
  return [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
}
