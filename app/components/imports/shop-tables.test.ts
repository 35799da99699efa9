import { expect, test } from 'vitest'
import { shopTable } from './shop-tables.ts'

/** A table as records by title, with the numbers of its rows. */
function itemsOf(titles: string, ...lines: readonly string[]) {
  const table = shopTable({
    titles: titles.split('|'),
    rows: lines.map((line, index) => ({ rowNo: index + 2, cells: line.split('|') })),
  })
  return table?.rows.map(({ rowNo, cells }) => [
    rowNo,
    Object.fromEntries(
      table.titles.flatMap((title, index) => (cells[index] ? [[title, cells[index]]] : [])),
    ),
  ])
}

test('each variant of a Shopify product is an item, and its rows of photos are none', () => {
  const titles =
    'Handle|Title|Body (HTML)|Type|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Variant SKU|Variant Price|Image Src'
  const lines = [
    'long-gown|Long gown|<p>Silk.</p>|Gowns|Size|S|Color|Navy|G-S|180.00|1.jpg',
    'long-gown|||||M||Navy|G-M|190.00|2.jpg',
    'long-gown||||||||||3.jpg',
    'top|Top||Tops|Title|Default Title||||40.00|',
  ]
  expect(itemsOf(titles, ...lines)).toEqual([
    [
      2,
      {
        SKU: 'G-S',
        Size: 'S',
        Color: 'Navy',
        Title: 'Long gown',
        'Body (HTML)': '<p>Silk.</p>',
        Type: 'Gowns',
        'Variant Price': '180.00',
        'Image Src': '1.jpg',
      },
    ],
    [
      3,
      {
        SKU: 'G-M',
        Size: 'M',
        Color: 'Navy',
        Title: 'Long gown',
        'Body (HTML)': '<p>Silk.</p>',
        Type: 'Gowns',
        'Variant Price': '190.00',
        'Image Src': '2.jpg',
      },
    ],
    [5, { SKU: 'top', Title: 'Top', Type: 'Tops', 'Variant Price': '40.00' }],
  ])
  const rows = lines.map((line, index) => ({ rowNo: index + 2, cells: line.split('|') }))
  expect(shopTable({ titles: titles.split('|'), rows })?.joinedRows).toBe(1)
})

test('the titles of Shopify since 2025 are read, and variants without a SKU get one', () => {
  expect(
    itemsOf(
      'Title|URL handle|Description|Option1 name|Option1 value|SKU|Price',
      'Silk top|silk-top|Soft.|Size|S||20',
      '|silk-top|||M||20',
    ),
  ).toEqual([
    [2, { SKU: 'silk-top-s', Size: 'S', Title: 'Silk top', Description: 'Soft.', Price: '20' }],
    [3, { SKU: 'silk-top-m', Size: 'M', Title: 'Silk top', Description: 'Soft.', Price: '20' }],
  ])
})

test('variants that share a SKU get their options in it', () => {
  const items = itemsOf(
    'Handle|Title|Option1 Name|Option1 Value|Variant SKU|Variant Price',
    'gown|Gown|Size|S|G-1|20',
    'gown|||M|G-1|20',
  )
  expect(items?.map(([, item]) => item)).toMatchObject([{ SKU: 'G-1-S' }, { SKU: 'G-1-M' }])
})

test('a variation of WooCommerce has what its product says, which is no item of its own', () => {
  expect(
    itemsOf(
      'ID|Type|SKU|Name|Description|Regular price|Categories|Parent|Attribute 1 name|Attribute 1 value(s)|Length (cm)',
      '7|variable|G|Gown|Silk.||Clothing > Gowns||Size|S, M|',
      '8|variation|G-S|Gown - S||80||G|Size|S|',
      '9|variation||Gown - M|Satin,\\nlined.|90||id:7|Size|M|40',
      '10|simple, virtual|T|Top||20|||Color|Red|',
    ),
  ).toEqual([
    [
      3,
      {
        SKU: 'G-S',
        Size: 'S',
        Name: 'Gown - S',
        Description: 'Silk.',
        'Regular price': '80',
        Categories: 'Clothing > Gowns',
      },
    ],
    [
      4,
      {
        SKU: 'product-9',
        Size: 'M',
        Name: 'Gown - M',
        Description: 'Satin,\nlined.',
        'Regular price': '90',
        Categories: 'Clothing > Gowns',
        'Shipping length (cm)': '40',
      },
    ],
    [5, { SKU: 'T', Color: 'Red', Name: 'Top', 'Regular price': '20' }],
  ])
})

const SQUARE =
  'Token|Item Name|Variation Name|SKU|Description|Categories|Reporting Category|GTIN|Item Type|Weight (lb)|Price|Online Sale Price|Archived|Sellable|Stockable|Option Name 1|Option Value 1|Option Name 2|Option Value 2|Current Quantity Main St|Stock Alert Count Main St'

test('the length of a parcel of WooCommerce is not that of the item, also without attributes', () => {
  expect(
    itemsOf('ID|Type|SKU|Name|Length (cm)|Regular price|Parent', '7|simple|T|Top|40|20|'),
  ).toEqual([[2, { SKU: 'T', Name: 'Top', 'Shipping length (cm)': '40', 'Regular price': '20' }]])
})

test('the options of Square become columns, and all variations have what the first one says', () => {
  expect(
    itemsOf(
      SQUARE,
      'T1|Gown|S, Navy|G-S|<p>Silk.</p>|Gowns|Gowns||Physical good||$180.00||N|Y|Y|Size|S|#color75fed5ac-1318-420d-8f19-dcc30725e419|Navy|1|',
      'T2|Gown|M, Navy||||||||$180.00||N|Y|Y|Size|M|#color75fed5ac-1318-420d-8f19-dcc30725e419|Navy|1|',
      'T3|Coat|Regular|C-1|Wool.|Coats|Coats||Physical good||$240.00||N|Y|Y|||||1|',
      '|Bag|Default Title||||||||30.00||N|Y|Y|||||1|',
    )?.map(([, item]) => item),
  ).toMatchObject([
    { SKU: 'G-S', Size: 'S', color: 'Navy', 'Item Name': 'Gown', Categories: 'Gowns' },
    { SKU: 'T2', Size: 'M', color: 'Navy', Description: '<p>Silk.</p>', Categories: 'Gowns' },
    { SKU: 'C-1', Price: '$240.00', Description: 'Wool.' },
    { SKU: 'bag-default-title', Price: '30.00' },
  ])
})

test('variations of Square without options have their names, also if one is regular', () => {
  const items = itemsOf(
    SQUARE,
    'T1|Gown|Regular||Silk.||||||90.00|||||||||||',
    'T2|Gown|Petite||||||||90.00|||||||||||',
  )
  expect(items?.map(([, item]) => item)).toMatchObject([
    { 'Variation Name': 'Regular' },
    { 'Variation Name': 'Petite', Description: 'Silk.' },
  ])
})

test('each piece of a Booqable product is an item, with its price once', () => {
  expect(
    itemsOf(
      'id|name|product_type|price_type|sku|quantity|bulk|stock_identifier|status|base_price|base_price_as_decimal|base_price_in_cents|deposit|deposit_as_decimal|deposit_in_cents|description',
      'b1|Silk gown|rental|structure|SILK_GOWN|1|false|gown-1|in_stock|45.0|45.0|4500|200.0|200.0|20000|Bias cut.',
      'b1|Silk gown|rental|structure|SILK_GOWN|1|false|gown-2|in_stock|45.0|45.0|4500|200.0|200.0|20000|Bias cut.',
      'b2|Clutch|rental|simple|CLUTCH|3|true|||9.5|9.5|950|0.0|0.0|0|',
    ),
  ).toEqual([
    [2, expect.objectContaining({ SKU: 'SILK_GOWN-gown-1', 'Stock identifier': 'gown-1' })],
    [3, expect.objectContaining({ SKU: 'SILK_GOWN-gown-2', 'Base price': '45.0' })],
    [
      4,
      {
        SKU: 'CLUTCH',
        name: 'Clutch',
        product_type: 'rental',
        price_type: 'simple',
        quantity: '3',
        bulk: 'true',
        'Base price': '9.5',
        Deposit: '0.0',
      },
    ],
  ])
})

test('as many SKUs of an Etsy listing as sizes are those of the sizes', () => {
  const items = itemsOf(
    'TITLE|CURRENCY_CODE|VARIATION 1 NAME|VARIATION 1 VALUES|SKU',
    'Gown|USD|Size|S,M|PD-S, PD-M',
    'Top|USD|Size|S,M|T-1',
  )
  expect(items?.map(([, item]) => item)).toMatchObject([
    { SKU: 'PD-S', Size: 'S' },
    { SKU: 'PD-M', Size: 'M' },
    { SKU: 'T-1-S' },
    { SKU: 'T-1-M' },
  ])
})

test('a SKU made of a long title ends with what tells variants apart', () => {
  const title = 'Handmade silk evening gown with an open back and a very long train, lined'
  const items = itemsOf(
    'TITLE|CURRENCY_CODE|VARIATION 1 NAME|VARIATION 1 VALUES',
    `${title}|USD|Size|S,M`,
  )
  const skus = items?.map(([, item]) => (typeof item === 'object' ? item.SKU : ''))
  expect(skus).toEqual([
    'handmade-silk-evening-gown-with-an-open-back-and-a-very-long-t-s',
    'handmade-silk-evening-gown-with-an-open-back-and-a-very-long-t-m',
  ])
})

test('each size of an Etsy listing is an item, and a price keeps another currency', () => {
  expect(
    itemsOf(
      'TITLE|PRICE|CURRENCY_CODE|VARIATION 1 NAME|VARIATION 1 VALUES|VARIATION 2 NAME|VARIATION 2 VALUES|SKU',
      'Gown|80|USD|Primary color|Red,Blue|Size|S, M|G-1,G-2',
      'Top|20|GBP|||||',
    ),
  ).toEqual([
    [
      2,
      {
        SKU: 'G-1-S',
        Size: 'S',
        'Primary color': 'Red,Blue',
        TITLE: 'Gown',
        PRICE: '80',
      },
    ],
    [
      3,
      {
        SKU: 'G-1-M',
        Size: 'M',
        'Primary color': 'Red,Blue',
        TITLE: 'Gown',
        PRICE: '80',
      },
    ],
    [4, { SKU: 'top', TITLE: 'Top', PRICE: '20 GBP' }],
  ])
})

test('columns of the same title and cells without a title are not lost', () => {
  const table = shopTable({
    titles: ['Token', 'Item Name', 'Variation Name', 'Note', 'Note'],
    rows: [{ rowNo: 2, cells: ['T1', 'Gown', 'S', 'a', 'b', 'c'] }],
  })
  expect(table?.titles).toEqual(['SKU', 'Item Name', 'Variation Name', 'Note', 'Note'])
  expect(table?.rows[0]?.cells).toEqual(['T1', 'Gown', 'S', 'a', 'b', 'c'])
})

test('a file with too many names of options is read as it is, so that none is lost', () => {
  const lines = Array.from({ length: 101 }, (_, n) => `gown-${n}|Gown|Option ${n}|x`)
  expect(itemsOf('Handle|Title|Option1 Name|Option1 Value', ...lines)).toBeUndefined()
})

test('a list of sizes that is too long stays in its row', () => {
  const sizes = Array.from({ length: 31 }, (_, n) => n).join(',')
  const items = itemsOf(
    'TITLE|CURRENCY_CODE|VARIATION 1 NAME|VARIATION 1 VALUES',
    `Gown|USD|Size|${sizes}`,
  )
  expect(items).toEqual([[2, expect.objectContaining({ TITLE: 'Gown', Size: sizes })]])
})

test('other files are no export of a shop', () => {
  expect(itemsOf('sku|title|price', 'A-1|Gown|28')).toBeUndefined()
})
