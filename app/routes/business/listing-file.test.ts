import { expect, test } from 'vitest'
import { cellText, csvLines, writeCsv } from '#app/responses/csv.ts'
import {
  MAX_IMPORTED_ROWS,
  MAX_LISTING_FILE_BYTES,
} from '#domain/catalogue/imports/import-limits.ts'
import { readListingFile } from './listing-file.ts'

const read = (text: string) => readListingFile(Buffer.from(text))
const sentence = (text: string) => {
  const file = read(text)
  return file.ok ? null : file.sentence
}

test.for([
  ['commas', 'sku,title,price\nA-1,Gown,28\n'],
  ['semicolons', 'sku;title;price\r\nA-1;Gown;28\r\n'],
  ['tabs', 'sku\ttitle\tprice\nA-1\tGown\t28'],
  ['a byte order mark', '\ufeffsku,title,price\nA-1,Gown,28\n'],
  ['line ends of old Macs', 'sku,title,price\rA-1,Gown,28\r'],
  ['titles in capitals and other words', 'SKU,Title,Credits per week\nA-1,Gown,28\n'],
  ['titles of other shops', 'Variant SKU,Item Name,Credits a week\nA-1,Gown,28\n'],
  ['a line that names its separator', 'sep=;\r\nsku;title;price\r\nA-1;Gown;28\r\n'],
  ['such a line in quotation marks', '\ufeff"SEP=|"\nsku|title|price\nA-1|Gown|28\n'],
  ['empty cells beyond the titles', 'sku,title,price,,\nA-1,Gown,28,, ,\n'],
  ['numbers as formulas', 'sku,title,price\n="A-1","=""Gown""",="28"\n'],
] as const)('a file with %s is read', ([, text]) => {
  expect(read(text)).toEqual({
    ok: true,
    columns: ['sku', 'title', 'price'],
    rows: [{ rowNo: 2, given: { sku: 'A-1', title: 'Gown', price: '28' } }],
    joinedRows: 0,
  })
})

test('line ends and separators inside quotation marks belong to the cell', () => {
  const file = read(
    'sku,title,description\nA-1,"Gown, long","First.\nSecond ""quoted""."\nA-2,Top,\n',
  )
  expect(file.ok && file.rows.map(({ rowNo, given }) => [rowNo, given.description])).toEqual([
    [2, 'First.\nSecond "quoted".'],
    [3, ''],
  ])
})

test('rows are numbered as a spreadsheet numbers them, without the empty ones', () => {
  const file = read('sku,title\n\nA-1,Gown\n,\nA-2,Top\n\n')
  expect(file.ok && file.rows.map(({ rowNo }) => rowNo)).toEqual([3, 5])
})

test('missing cells are empty, and cells without a title stay with their row', () => {
  const file = read('sku,title,,size\nA-1,Gown\nA-2,Top,x,M,"more, ",, and more\n')
  expect(file).toMatchObject({ columns: ['sku', 'title', 'size'] })
  expect(file.ok && file.rows.map(({ given }) => given)).toEqual([
    { sku: 'A-1', title: 'Gown', size: '' },
    { sku: 'A-2', title: 'Top', size: 'M', '': 'x, more, ,  and more' },
  ])
})

test('a file with other columns is read by the number of each column, with what it seems to be', () => {
  const file = read(
    `id,sku,title,Mood,empty,why,Price,${'T'.repeat(90)}
9,A-1,Gown,,,x,5,${'e'.repeat(90)}
9,A-2,Top,happy,,x,6,y\n`,
  )
  expect(file).toEqual({
    ok: true,
    columns: [],
    fileColumns: [
      { key: '1', title: 'sku', examples: ['A-1', 'A-2'], field: 'sku' },
      { key: '2', title: 'title', examples: ['Gown', 'Top'], field: 'title' },
      { key: '3', title: 'Mood', examples: ['happy'], field: null },
      { key: '6', title: 'Price', examples: ['5', '6'], field: 'unclear' },
      {
        key: '7',
        title: `${'T'.repeat(60)}…`,
        examples: [`${'e'.repeat(60)}…`, 'y'],
        field: null,
      },
    ],
    rows: [
      { rowNo: 2, given: { '1': 'A-1', '2': 'Gown', '6': '5', '7': 'e'.repeat(90) } },
      { rowNo: 3, given: { '1': 'A-2', '2': 'Top', '3': 'happy', '6': '6', '7': 'y' } },
    ],
    joinedRows: 0,
  })
})

test.for([
  ['no title', 'sku,price\nA-1,28\n'],
  ['no SKU', 'sku|title\nA-1|Gown\n'],
  ['two prices', 'sku,title,price,Credits per week\nA-1,Gown,1,2\n'],
  ['a price a day', 'sku,title,Price per day\nA-1,Gown,5\n'],
  ['a price beside titles of others', 'sku,Item name,Price\nA-1,Gown,5\n'],
  ['an unknown column', 'sku,title,Notes\nA-1,Gown,hemmed\n'],
] as const)('of a file with %s its closet chooses the columns', ([, text]) => {
  const file = read(text)
  expect(file.ok && file.fileColumns?.length).toBeGreaterThan(0)
})

test('empty lines above the titles count as rows, and are left out', () => {
  const file = read('\n\t\ufeffsku;title\nA-1;Gown\n')
  expect(file).toMatchObject({ rows: [{ rowNo: 3, given: { sku: 'A-1', title: 'Gown' } }] })
})

test('cells without a title stay with their row of a file with other columns', () => {
  const file = read('sku,title,Notes\nA-1,Gown,hemmed,more\n')
  expect(file.ok && file.rows[0]?.given).toEqual({
    '0': 'A-1',
    '1': 'Gown',
    '2': 'hemmed',
    '': 'more',
  })
})

test('of the export of a shop only the items are rows', () => {
  const file = read(
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src\ngown,Gown,Size,S,80,1.jpg\ngown,,,M,80,\ngown,,,,,2.jpg\n',
  )
  expect(file).toMatchObject({
    fileColumns: [
      { title: 'SKU', examples: ['gown-s', 'gown-m'], field: 'sku' },
      { title: 'Size', examples: ['S', 'M'], field: 'size' },
      { title: 'Title', field: 'title' },
      { title: 'Variant Price', field: 'unclear' },
      { title: 'Image Src', field: null },
    ],
    rows: [{ rowNo: 2 }, { rowNo: 3 }],
    joinedRows: 1,
  })
})

test.for([
  ['', 'The first row of this file has no titles.'],
  ['sku,title\n', 'This file has no rows below its titles.'],
  ['sku,title\nA-1,"Gown\nA-2,Top\n', 'Row 2 cannot be read. Please check its quotation marks.'],
  ['sku,title\nA-1,Top\nA-2,"Go"wn\n', 'Row 3 cannot be read. Please check its quotation marks.'],
  [`sku,title\nA-1,${'x'.repeat(60_000)}\n`, 'Row 2 is too long.'],
  [`sku,title${',x'.repeat(100)}\nA-1,Gown\n`, 'This file has more than 100 columns.'],
] as const)('%j is refused', ([text, expected]) => {
  expect(sentence(text)).toBe(expected)
})

test('a file has up to 2,000 rows and 5 MB', () => {
  const rows = (count: number) => `sku,title\n${'A,Gown\n'.repeat(count)}`
  expect(sentence(rows(MAX_IMPORTED_ROWS))).toBeNull()
  expect(sentence(rows(MAX_IMPORTED_ROWS + 1))).toBe('This file has more than 2,000 rows.')
  expect(sentence(`sku,title\n${'\n'.repeat(1_000_000)}`)).toBe(
    'This file has more than 2,000 rows.',
  )
  const variants = 'gown,Gown,Size,M\n'.repeat(MAX_IMPORTED_ROWS + 1)
  expect(sentence(`Handle,Title,Option1 Name,Option1 Value\n${variants}`)).toBe(
    'This file has more than 2,000 items. Please export them in parts.',
  )
  const large = Buffer.alloc(MAX_LISTING_FILE_BYTES + 1, 'sku,title\n')
  expect(readListingFile(large)).toEqual({ ok: false, sentence: 'This file is larger than 5 MB.' })
})

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.for([
  ['UTF-8', Buffer.from('sku,title\nA-1,Café\n')],
  ['Windows-1252', Buffer.from('sku,title\nA-1,Café\n', 'latin1')],
  ['UTF-16 of Excel', Buffer.from('\ufeffsku\ttitle\nA-1\tCafé\n', 'utf16le')],
  ['UTF-16, high byte first', bigEndian('\ufeffsku\ttitle\nA-1\tCafé\n')],
] as const)('a file in %s is read', ([, bytes]) => {
  expect(readListingFile(bytes)).toMatchObject({
    rows: [{ rowNo: 2, given: { sku: 'A-1', title: 'Café' } }],
  })
})

test('the signs of Windows-1252 that Latin-1 does not have are read', () => {
  const file = readListingFile(Buffer.from('sku,title\nA-1,\x80 \x93Gown\x94\n', 'latin1'))
  expect(file).toMatchObject({ rows: [{ given: { title: '€ “Gown”' } }] })
})

test('a workbook is not a CSV file', () => {
  const workbook = Buffer.from('PK\x03\x04\x14\0\x06\0\xe9', 'latin1')
  expect(readListingFile(workbook)).toEqual({
    ok: false,
    sentence: 'This is not a CSV file. Please save the spreadsheet as CSV.',
  })
})

test('reading removes the apostrophes that writing puts in front of formulas, and no others', () => {
  const texts = ['=1+1', "'=1+1", "''-x", '-5', '@home', "'tis", '', ' =x', 'plain', '\t+1']
  expect(texts.map((text) => cellText(csvLines([[text]]).replace(/^"|"?\r\n$/g, '')))).toEqual(
    texts,
  )
  const file = read(
    writeCsv([
      ['sku', 'title'],
      ['A-1', '=HYPERLINK("x")'],
    ]),
  )
  expect(file.ok && file.rows[0]?.given.title).toBe('=HYPERLINK("x")')
  expect(writeCsv([["'=cmd"]])).toContain("''=cmd")
})
