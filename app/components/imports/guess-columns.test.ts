import { expect, test } from 'vitest'
import { understands } from '#app/routes/business/import-rules.ts'
import { guessColumns } from './guess-columns.ts'

const guess = (columns: Readonly<Record<string, readonly string[]>>) =>
  guessColumns(
    Object.entries(columns).map(([title, values]) => ({ title, values })),
    understands,
  )

test.for([
  ['SKU', 'sku'],
  ['Item Name', 'title'],
  ['Body (HTML)', 'description'],
  ['Credits per week', 'price'],
  ['Price per day', 'dollars_a_day'],
  ['Daily rate (USD)', 'dollars_a_day'],
  ['Price', 'unclear'],
  ['Price (CAD)', 'unclear'],
  ['Variant Price', 'unclear'],
  ['Regular price', 'unclear'],
  ['Weekly price', 'unclear'],
  ['Rental price', 'unclear'],
  ['Price per weekend', null],
  ['Sale price', null],
  ['Price / International', null],
  ['Compare-at price', 'replacement_value'],
  ['Retail price', 'replacement_value'],
  ['Cost per item', null],
  ['base_price', 'unclear'],
  ['deposit', null],
  ['Bust (cm)', 'bust_cm'],
  ['Notes', null],
] as const)('the title %s is taken for %s', ([title, expected]) => {
  expect(guess({ [title]: ['5'] })).toEqual([expected])
})

test('a column with a list of values is taken for one of ours only if most values are known', () => {
  expect(guess({ Type: ['Gowns', 'Blazer', 'Lamps'] })).toEqual(['category'])
  expect(guess({ Type: ['simple', 'variable'] })).toEqual([null])
  expect(guess({ Color: ['Navy', 'Beige'] })).toEqual(['color'])
  expect(guess({ 'Primary color': ['Navy'] })).toEqual(['color'])
  expect(guess({ Color: ['floral', 'Black,Navy', 'Red'] })).toEqual([null])
  expect(guess({ 'Variation Name': ['Small', 'EU 38'] })).toEqual(['size'])
  expect(guess({ 'Variation Name': ['Regular', 'Petite'] })).toEqual([null])
  expect(guess({ 'Women’s size': ['M/L', 'One size'] })).toEqual(['size'])
  expect(guess({ 'Sizes and finishes': ['8 x 10 glossy'] })).toEqual([null])
  expect(guess({ 'Fabric (product.metafields.shopify.fabric)': ['cotton'] })).toEqual(['fabric'])
})

test('two columns are not taken for the same, and a price that is clear comes first', () => {
  expect(guess({ Size: ['S'], 'Size (product.metafields.shopify.size)': ['s; m'] })).toEqual([
    'size',
    null,
  ])
  expect(guess({ Price: ['80'], 'Price per day': ['5'] })).toEqual([null, 'dollars_a_day'])
})
