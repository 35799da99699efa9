import { MAX_IMPORTED_ROWS } from '#domain/catalogue/imports/import-limits.ts'
import { MAX_SKU } from '#domain/catalogue/items/listing/item-sku.ts'
import { nameOfTitle } from './import-columns.ts'

// Files of listings as shops export them, as a table with one row for each item: a product can have
// several rows there, and its size and color are options with names of their own.

export type Table = {
  readonly titles: readonly string[]
  readonly rows: readonly TableRow[]
}

export type TableRow = { readonly rowNo: number; readonly cells: readonly string[] }

export type ItemTable = Table & {
  /** How many rows are part of the items of other rows: further photos, or what variants share. */
  readonly joinedRows: number
}

/** The table of a file from a known shop; null for any other file. */
export function shopTable(table: Table): ItemTable | null {
  const names = uniqueNames(table.titles)
  const shop = SHOPS.find(({ signs }) => signs.every((sign) => names.includes(sign)))
  if (!shop) return null
  const records = table.rows.map(({ rowNo, cells }) => ({
    rowNo,
    cells: new Map(names.map((name, index) => [name, (cells[index] ?? '').trim()])),
    untitled: cells.filter((_, index) => !names[index]),
  }))
  // One more than a file can have is enough to refuse it.
  const items = numbered(shop.itemsIn(records)).slice(0, MAX_IMPORTED_ROWS + 1)
  const optionNames = new Map(
    items.flatMap(({ options }) => options.map(([title]) => [nameOfTitle(title), title] as const)),
  )
  // Columns of their own would be too many, and none is left out.
  if (optionNames.size > MAX_OPTIONS) return null
  return {
    ...asTable(table, names, shop, items, optionNames),
    joinedRows: Math.max(0, table.rows.length - items.length),
  }
}

/** Rows of which several items are made cannot give them their numbers; then items are counted. */
function numbered(items: readonly ShopItem[]): readonly ShopItem[] {
  const isSplit = new Set(items.map(({ rowNo }) => rowNo)).size < items.length
  return isSplit ? items.map((item, index) => ({ ...item, rowNo: index + 2 })) : items
}

/** The name of each title, empty without one; a title that occurs again has its number too. */
function uniqueNames(titles: readonly string[]): readonly string[] {
  const names = titles.map(nameOfTitle)
  return names.map((name, index) =>
    name !== '' && names.indexOf(name) < index ? `${name}#${index}` : name,
  )
}

/** A row by the names of its columns. */
type ShopRow = {
  readonly rowNo: number
  readonly cells: ReadonlyMap<string, string>
  /** Its cells without a title. */
  readonly untitled: readonly string[]
}

/** A row that is an item, with its options by name, and a SKU for one that the file gives none. */
type ShopItem = ShopRow & {
  readonly options: readonly (readonly [name: string, value: string])[]
  readonly ownSku: string
}

type Shop = {
  /** Names of columns that only its files have together. */
  readonly signs: readonly string[]
  /** Columns that are read into options, or only join rows. */
  readonly consumed: RegExp
  readonly itemsIn: (rows: readonly ShopRow[]) => readonly ShopItem[]
  /** Titles that mean something else here. */
  readonly retitled?: Readonly<Record<string, string>>
}

const SHOPS: readonly Shop[] = [
  // Shopify, with the titles since 2025 and before.
  {
    signs: ['url_handle', 'option1_name', 'option1_value'],
    consumed: /^(url_handle|option\d_.*)$/,
    itemsIn: (rows) => shopifyItems(rows, 'url_handle'),
  },
  {
    signs: ['handle', 'option1_name', 'option1_value'],
    consumed: /^(handle|option\d_.*)$/,
    itemsIn: (rows) => shopifyItems(rows, 'handle'),
  },
  // WooCommerce
  {
    signs: ['type', 'name', 'regular_price', 'parent'],
    consumed: /^(id|type|parent|attribute_\d+_(name|value_s|visible|global|default))$/,
    itemsIn: wooItems,
    // Of the parcel.
    retitled: { length_cm: 'Shipping length (cm)', length_in: 'Shipping length (in)' },
  },
  // Square
  {
    signs: ['token', 'item_name', 'variation_name'],
    consumed: /^(token|reference_handle|option_(name|value)_\d)$/,
    itemsIn: squareItems,
  },
  // Booqable, which writes each amount in several forms.
  {
    signs: ['product_type', 'price_type', 'base_price_as_decimal'],
    consumed: /^(id|stock_identifier|base_price|deposit|(base_price|deposit)_in_cents)$/,
    itemsIn: booqableItems,
    retitled: { base_price_as_decimal: 'Base price', deposit_as_decimal: 'Deposit' },
  },
  // Etsy
  {
    signs: ['title', 'currency_code', 'variation_1_name'],
    consumed: /^(currency_code|variation_\d_.*)$/,
    itemsIn: etsyItems,
  },
]

const cellOf = (row: ShopRow, name: string) => row.cells.get(name) ?? ''

/** Options of a row by the columns of their names and values, as long as there is a next one. */
function optionsIn(row: ShopRow, columns: (number: number) => readonly [string, string]) {
  const found: (readonly [name: string, value: string])[] = []
  for (let number = 1; row.cells.has(columns(number)[0]); number++) {
    const [name, value] = columns(number)
    if (!isOnlyVariant(cellOf(row, value)))
      found.push([optionName(cellOf(row, name)) || `Option ${number}`, cellOf(row, value)])
  }
  return found
}

/** What shops call the only variant of a product without options. */
function isOnlyVariant(value: string): boolean {
  return ['', 'Default Title'].includes(value)
}

/** 'color' for '#color75fed5ac-1318-420d-8f19-dcc30725e419', as Square writes some. */
function optionName(name: string): string {
  return name.startsWith('#') ? name.slice(1).replace(UUID_AT_END, '') : name
}

const UUID_AT_END = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One line of a few words: 'blue-gown-m' for 'Blue gown' and 'M'. A long name is cut, the rest is not. */
export function skuFrom(name: string, ...parts: readonly string[]): string {
  return shortSku(slug(name), parts.map(slug))
}

const slug = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-')

function shortSku(name: string, parts: readonly string[]): string {
  const end = parts.flatMap((part) => (part === '' ? [] : [`-${part}`])).join('')
  const start = name.slice(0, Math.max(1, MAX_SKU - end.length)).replace(/-$/, '')
  return `${start}${end}`.slice(0, MAX_SKU).replace(/^-|-$/g, '').toWellFormed()
}

const OF_VARIANT = ['option1_value', 'variant_sku', 'sku', 'variant_price', 'price']
/** Cells of a product that its first row has for all of its variants. */
const OF_PRODUCT =
  /^(title|body_html|description|vendor|product_category|type|tags|.*_product_metafields_.*)$/

function shopifyItems(rows: readonly ShopRow[], handle: string): readonly ShopItem[] {
  let first: ShopRow | undefined
  return rows.flatMap((row): readonly ShopItem[] => {
    const isFirst =
      first === undefined || ![cellOf(first, handle), ''].includes(cellOf(row, handle))
    if (isFirst || first === undefined) first = row
    if (!isFirst && OF_VARIANT.every((name) => cellOf(row, name) === '')) return []
    const product = first
    const options = [1, 2, 3].flatMap((number) => {
      const title = cellOf(product, `option${number}_name`) || `Option ${number}`
      const value = cellOf(row, `option${number}_value`)
      return isOnlyVariant(value) ? [] : [[title, value] as const]
    })
    const cells = filled(row, product, OF_PRODUCT)
    const ownSku = skuFrom(cellOf(product, handle), ...options.map(([, value]) => value))
    return [{ ...row, cells, options, ownSku }]
  })
}

/** The cells of a row, its empty ones of these columns as in another row. */
function filled(row: ShopRow, from: ShopRow, columns: RegExp): ReadonlyMap<string, string> {
  return new Map(
    [...row.cells].map(([name, cell]) => [
      name,
      cell === '' && columns.test(name) ? cellOf(from, name) : cell,
    ]),
  )
}

const OF_WOO_PARENT = /^(name|description|short_description|categories|tags|regular_price)$/

function wooItems(rows: readonly ShopRow[]): readonly ShopItem[] {
  const byName = new Map(
    rows
      .flatMap((row) => [
        [cellOf(row, 'sku'), row] as const,
        [`id:${cellOf(row, 'id')}`, row] as const,
      ])
      .filter(([name]) => name !== ''),
  )
  const parentOf = (row: ShopRow) =>
    isWoo(row, 'variation') ? byName.get(cellOf(row, 'parent')) : undefined
  const parents = new Set(rows.flatMap((row) => parentOf(row) ?? []))
  return rows.flatMap((row): readonly ShopItem[] => {
    if (parents.has(row)) return []
    const parent = parentOf(row)
    const cells = withLines(parent ? filled(row, parent, OF_WOO_PARENT) : row.cells)
    const options = optionsIn(row, (number) => [
      `attribute_${number}_name`,
      `attribute_${number}_value_s`,
    ])
    const id = cellOf(row, 'id')
    const ownSku = id === '' ? skuFrom(cells.get('name') ?? '') : `product-${id}`
    return [{ ...row, cells, options, ownSku }]
  })
}

/** WooCommerce writes the line ends of its texts as a backslash and an n. */
function withLines(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...cells].map(([name, cell]) => [
      name,
      name.endsWith('description') ? cell.replaceAll('\\n', '\n') : cell,
    ]),
  )
}

/** Of 'simple, virtual' either word. */
function isWoo(row: ShopRow, type: string): boolean {
  return cellOf(row, 'type').toLowerCase().split(/,\s*/).includes(type)
}

/** Cells of an item that only the first of its variations has. */
const OF_SQUARE_ITEM = /^(description|category|categories|reporting_category)$/

function squareItems(rows: readonly ShopRow[]): readonly ShopItem[] {
  const isOf = (row: ShopRow, name: string) => cellOf(row, 'item_name') === name
  let first: ShopRow | undefined
  return rows.map((row, index) => {
    const name = cellOf(row, 'item_name')
    const hasMore = [rows[index - 1], rows[index + 1]].some((other) => other && isOf(other, name))
    if (first === undefined || !isOf(first, name)) first = row
    const cells = new Map(filled(row, first, OF_SQUARE_ITEM))
    const variation = cellOf(row, 'variation_name')
    if (isOnlyVariant(variation) || (variation === 'Regular' && !hasMore))
      cells.set('variation_name', '')
    const options = optionsIn(row, (number) => [`option_name_${number}`, `option_value_${number}`])
    return { ...row, cells, options, ownSku: cellOf(row, 'token') || skuFrom(name, variation) }
  })
}

/** Each row is one piece of a product, if these are told apart, or any number of them. */
function booqableItems(rows: readonly ShopRow[]): readonly ShopItem[] {
  return rows.map((row) => {
    const piece = cellOf(row, 'stock_identifier')
    const options = piece === '' ? [] : [['Stock identifier', piece] as const]
    return { ...row, options, ownSku: skuFrom(cellOf(row, 'name'), piece) }
  })
}

function etsyItems(rows: readonly ShopRow[]): readonly ShopItem[] {
  return rows.flatMap((row) => {
    const currency = cellOf(row, 'currency_code')
    const price = cellOf(row, 'price')
    // An amount in pounds is not one in dollars.
    const shown = price === '' || ['', 'USD'].includes(currency) ? price : `${price} ${currency}`
    const options = optionsIn(row, (number) => [
      `variation_${number}_name`,
      `variation_${number}_values`,
    ])
    const title = cellOf(row, 'title')
    const item = { ...row, cells: new Map([...row.cells, ['price', shown]]) }
    const sizes = options.find(([name]) => SIZES.test(name))
    if (!sizes) return [{ ...item, options, ownSku: skuFrom(title) }]
    const others = options.filter((option) => option !== sizes)
    const values = listOf(sizes[1])
    const skus = listOf(cellOf(row, 'sku'))
    // With several colors as well, they can be those of the colors.
    const areOfSizes =
      skus.length === values.length && others.every(([, value]) => !value.includes(','))
    return values.map((size, index) => ({
      ...item,
      ...(areOfSizes && {
        cells: new Map([...item.cells, ['sku', skus[index] ?? '']]),
      }),
      options: [[sizes[0], size] as const, ...others],
      ownSku: skuFrom(title, size),
    }))
  })
}

const SIZES = /\bsizes?\b/i

/** The values of 'S,M,L'; a longer list stays as it is. */
function listOf(text: string): readonly string[] {
  const values = new Set(text.split(',').map((value) => value.trim()))
  return values.size > MAX_SIZES ? [text] : [...values].filter((value) => value !== '')
}

const MAX_SIZES = 30

/** The columns of the file that are still needed, and one for each option. */
function asTable(
  { titles }: Table,
  names: readonly string[],
  { consumed, retitled = {} }: Shop,
  items: readonly ShopItem[],
  optionNames: ReadonlyMap<string, string>,
): Table {
  const skuColumn = names.find((name) => ['sku', 'variant_sku'].includes(name)) ?? ''
  const left = names.flatMap((name, index) =>
    name === '' || consumed.test(name) || name === skuColumn
      ? []
      : [{ name, title: retitled[name] ?? titles[index] ?? '' }],
  )
  const options = [...optionNames]
  const skus = skusOf(items, skuColumn)
  return {
    titles: ['SKU', ...options.map(([, title]) => title), ...left.map(({ title }) => title)],
    rows: items.map((item, index) => ({
      rowNo: item.rowNo,
      cells: [
        skus[index] ?? '',
        ...options.map(
          ([name]) => item.options.find(([title]) => nameOfTitle(title) === name)?.[1] ?? '',
        ),
        ...left.map(({ name }) => cellOf(item, name)),
        ...item.untitled,
      ],
    })),
  }
}

/** Names of options in one file; each becomes a column. */
const MAX_OPTIONS = 100

/** The SKU of each item. One that several variants share gets their options, so that they differ. */
function skusOf(items: readonly ShopItem[], column: string): readonly string[] {
  // Etsy lists those of all variants of a listing.
  const given = items.map((item) => cellOf(item, column).split(',')[0]?.trim() ?? '')
  const counts = new Map<string, number>()
  for (const sku of given) counts.set(sku, (counts.get(sku) ?? 0) + 1)
  return items.map(({ options, ownSku }, index) => {
    const sku = given[index] ?? ''
    if (sku === '') return ownSku
    const values = options.flatMap(([, value]) => (value.includes(',') ? [] : [value]))
    return (counts.get(sku) ?? 0) > 1 ? shortSku(sku, values) : sku
  })
}
