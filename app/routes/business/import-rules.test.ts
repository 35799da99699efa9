import { expect, test } from 'vitest'
import { importColumns } from '#app/components/imports/import-columns.ts'
import { itemForm } from '#app/components/manage/item-form.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { decideRow } from '#domain/catalogue/imports/decide-row.ts'
import { itemFields } from '#domain/catalogue/items/fields/item-fields.ts'
import type { KnownItem } from '#domain/catalogue/items/items.ts'
import { newId } from '#domain/shared/ids.ts'
import { fieldSamples } from '#test/make/field-samples.ts'
import { cellsOf, importRules, readAs } from './import-rules.ts'

const good: GivenCells = {
  sku: 'A-1',
  title: 'Emerald gown',
  description: 'Velvet.',
  size: 'M',
  style: 'Formal',
  occasion: 'Wedding',
  price: '28',
}

const problemsOf = (cells: GivenCells) => {
  const read = importRules.readRow({ ...good, ...cells }, null)
  return read.ok ? [] : read.problems.map(({ column, sentence }) => `${column}: ${sentence}`)
}

test.for([
  [{ sku: ' ' }, 'sku: Please enter a SKU.'],
  [{ sku: 'x'.repeat(65) }, 'sku: Please keep it to 64 characters.'],
  [{ title: '' }, 'title: Please enter a title.'],
  [{ title: 'x'.repeat(121) }, 'title: Please keep it to 120 characters.'],
  [{ description: 'x'.repeat(4001) }, 'description: Please keep it to 4,000 characters.'],
  [{ size: 'Huge' }, 'size: “Huge” is not a size. It can be XS, S, M, L, XL, or XXL.'],
  [{ size: 'S/XL' }, /^size: “S\/XL” is not a size/],
  [{ size: '99' }, /^size: “99” is not a size/],
  [{ size: '' }, 'size: Please choose a size. It can be XS, S, M, L, XL, or XXL.'],
  [
    { style: 'Punk' },
    'style: “Punk” is not a style. It can be Casual, Formal, Bohemian, Vintage, Modern, or Classic.',
  ],
  [{ occasion: 'Chores' }, /^occasion: “Chores” is not an occasion. It can be Wedding, Party,/],
  [{ price: 'free' }, 'price: The file has “free”. Please enter a whole number from 0 to 7,000.'],
  [{ price: '1.000' }, 'price: The file has “1.000”. Please enter a whole number from 0 to 7,000.'],
  [{ price: '1,40' }, 'price: The file has “1,40”. Please enter a whole number from 0 to 7,000.'],
  [{ price: '12.5' }, 'price: The file has “12.5”. Please enter a whole number from 0 to 7,000.'],
  [{ price: '' }, 'price: Please enter the credits per week.'],
  [{ price: '7001' }, 'price: The file has “7001”. Please enter at most 7,000 credits per week.'],
  [{ category: 'Lamps' }, /^category: “Lamps” is not a category. It can be Dress, Gown,/],
  [{ color: 'Red, Blue' }, /^color: “Red, Blue” is not a color/],
  [{ color: 'Plaid' }, /^color: “Plaid” is not a color. It can be .*Gray.*, or Multicolor\.$/],
  [
    { replacement_value: '€50' },
    /^replacement_value: The file has “€50”. Please enter a whole number of dollars/,
  ],
  [
    { stretch: 'a lot' },
    /^stretch: “a lot” is not how much it stretches. It can be none, some, or much/,
  ],
  [{ bust_cm: '5' }, /^bust_cm: The file has “5”. Please enter 30 to 250 centimeters/],
  [{ waist_cm: 'wide' }, /^waist_cm: The file has “wide”. Please enter 30 to 250 centimeters/],
  [{ hips_cm: '999' }, /^hips_cm: The file has “999”. Please enter 30 to 250 centimeters/],
  [{ length_cm: '1' }, /^length_cm: The file has “1”. Please enter 10 to 250 centimeters/],
  [{ fit_returns: 'maybe' }, 'fit_returns: “maybe” is not an answer. It can be yes or no.'],
  [{ advance_booking: 'maybe' }, 'advance_booking: “maybe” is not an answer. It can be yes or no.'],
  [
    { turnaround_days: '15' },
    'turnaround_days: The file has “15”. Please enter a whole number from 0 to 14.',
  ],
  [
    { '': ' and more' },
    ': This row has more cells than titles: “and more”. Text and numbers that contain commas need quotation marks.',
  ],
] as const)('%j is reported at its cell', ([cells, expected]) => {
  expect(problemsOf(cells)).toEqual([
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  ])
})

test('each field of the item form has a column, except for photos', () => {
  const fields = Object.keys(itemForm('closet').shape)
  const columns: readonly string[] = importColumns.map(({ field }) => field)
  expect(fields.filter((field) => !columns.includes(field)).sort()).toEqual([
    'fit_returns_shown',
    'image_id',
    'more_photos',
  ])
})

test('every invalid cell of a row is reported once', () => {
  const read = importRules.readRow({ sku: '', title: '', price: 'x' }, null)
  expect(read.ok ? [] : read.problems.map(({ column }) => column).sort()).toEqual([
    'occasion',
    'price',
    'size',
    'sku',
    'style',
    'title',
  ])
})

test('choices are read in upper or lower case, and colors as the site spells them', () => {
  const read = importRules.readRow(
    { ...good, size: ' xl ', style: 'FORMAL', color: 'gray', fit_returns: 'Yes', stretch: 'Some' },
    null,
  )
  expect(read).toMatchObject({
    details: {
      size: 'XL',
      style: 'Formal',
      colour: 'Grey',
      fitReturns: true,
      lending: { advanceBooking: false, turnaroundDays: 0 },
      measurements: { stretch: 'some', bustCm: null },
    },
  })
})

test.for([
  [{ price: '28.0' }, { creditsPerWeek: 28 }],
  [{ price: '28.00' }, { creditsPerWeek: 28 }],
  [{ price: ' $28 ' }, { creditsPerWeek: 28 }],
  [{ price: '1,400' }, { creditsPerWeek: 1400 }],
  [{ replacement_value: '$1,180.00' }, { replacementValueCents: 118_000 }],
  [{ replacement_value: '1.200,00' }, { replacementValueCents: 120_000 }],
  [{ replacement_value: '45,5' }, { replacementValueCents: 4_600 }],
  [{ replacement_value: 'US$50.49' }, { replacementValueCents: 5_000 }],
  [{ replacement_value: '180 USD' }, { replacementValueCents: 18_000 }],
  [{ price: '1.400,00' }, { creditsPerWeek: 1400 }],
  [{ size: '8' }, { size: 'M' }],
  [{ size: 'US 0' }, { size: 'XS' }],
  [{ style: 'Boho' }, { style: 'Bohemian' }],
  [{ occasion: 'Work' }, { eventType: 'Business' }],
  [{ color: 'Navy' }, { colour: 'Blue' }],
  [{ category: 'Blazers' }, { category: 'Jacket' }],
  [{ category: 'Clothing > Sundress' }, { category: 'Dress' }],
  [{ category: 'Clothing > Dresses > Cocktail' }, { category: 'Dress' }],
  [{ category: 'Sale > Summer, Dresses > Gowns' }, { category: 'Gown' }],
  [{ category: 'Sale, Clothing > Gowns, Wedding' }, { category: 'Gown' }],
  [{ fabric: 'Velour' }, { fabric: 'Velvet' }],
  [
    { turnaround_days: '2.0', advance_booking: 'TRUE' },
    { lending: { advanceBooking: true, turnaroundDays: 2 } },
  ],
  [{ fit_returns: 'Y' }, { fitReturns: true }],
  [{ fit_returns: '1' }, { fitReturns: true }],
  [{ fit_returns: 'FALSE' }, { fitReturns: false }],
  [{ size: 'Medium' }, { size: 'M' }],
  [{ size: 'X-Large' }, { size: 'XL' }],
  [{ size: 'extra small' }, { size: 'XS' }],
  [
    { description: '<p>Silk &amp; lace.</p><p>Lined.</p>' },
    { description: 'Silk & lace.\n\nLined.' },
  ],
] as const)('%j, as other software writes it, is read', ([cells, details]) => {
  expect(importRules.readRow({ ...good, ...cells }, null)).toMatchObject({ ok: true, details })
})

test('a cell that is read as another word or amount is named', () => {
  const given = { ...good, size: 'US 8', color: 'Navy', replacement_value: '$1,050.50' }
  expect(readAs(given, null)).toEqual([
    '“US 8” is read as M.',
    '“Navy” is read as Blue.',
    '“$1,050.50” is read as $1,051.',
  ])
  expect(readAs({ ...good, size: 'm', color: 'Gray', style: 'Punk', price: '$28' }, null)).toEqual(
    [],
  )
})

test('a word that an item has already stays, and is read as no other', () => {
  const given = { ...good, style: 'Boho', occasion: 'cocktail' }
  expect(readAs(given, null)).toContain('“Boho” is read as Bohemian.')
  expect(readAs(given, known)).toEqual([])
  expect(importRules.readRow(given, known)).toMatchObject({
    details: { style: 'Boho', eventType: 'Cocktail' },
  })
})

test('of a size between two the description says what the file has, once', () => {
  const given = { ...good, size: ' M/L ' }
  expect(readAs(given, null)).toEqual(['“M/L” is read as M, and the description says “Size: M/L”.'])
  const details = { size: 'M', description: 'Velvet.\n\nSize: M/L' }
  expect(importRules.readRow(given, null)).toMatchObject({ details })
  const item = { ...known, ...details }
  expect(importRules.readRow(given, item)).toMatchObject({ details })
  expect(importRules.readRow({ sku: 'A-1', size: 'M/L' }, item)).toMatchObject({ details })
  expect(importRules.readRow({ ...given, description: '' }, null)).toMatchObject({
    details: { description: 'Size: M/L' },
  })
})

test('HTML that an item has in its description stays when its export is imported', () => {
  const html = { ...known, description: '<b>Silk</b> &amp; lace' }
  expect(importRules.readRow(cellsOf(html), html)).toMatchObject({
    details: { description: html.description },
  })
})

const known: KnownItem = {
  id: newId(),
  sku: 'A-1',
  title: 'Gown',
  description: 'Velvet.',
  size: 'M',
  style: 'Boho',
  eventType: 'Cocktail',
  creditsPerWeek: 28,
  category: 'Gown',
  colour: 'Grey',
  fabric: 'Velvet',
  sleeves: 'Long sleeves',
  hemline: 'Maxi',
  neckline: 'V-neck',
  replacementValueCents: 48_000,
  fitReturns: true,
  lending: { advanceBooking: true, turnaroundDays: 2 },
  measurements: { stretch: 'some', bustCm: 94.5, waistCm: null, hipsCm: null, lengthCm: 140 },
  photos: [],
}

test('a missing column changes nothing, an empty cell clears an optional value', () => {
  const read = importRules.readRow(
    { sku: 'A-1', title: 'Gown', category: '', bust_cm: '', fit_returns: '', turnaround_days: '' },
    known,
  )
  expect(read).toMatchObject({
    details: {
      category: null,
      colour: 'Grey',
      fitReturns: true,
      lending: { advanceBooking: true, turnaroundDays: 2 },
      measurements: { stretch: 'some', bustCm: null, lengthCm: 140 },
      style: 'Boho',
    },
  })
})

test('sleeves, lengths and necklines are read by their usual names', () => {
  const cut = { sleeves: 'long-sleeve', length: 'Floor length', neckline: 'Crew neck' }
  expect(importRules.readRow({ ...cellsOf(known), ...cut }, null)).toMatchObject({
    details: { sleeves: 'Long sleeves', hemline: 'Maxi', neckline: 'Round neck' },
  })
  expect(readAs(cut, null)).toContain('“Crew neck” is read as Round neck.')
})

test('an exported row reads as the same item, even with words of the other kind of lister', () => {
  const { photos, id, ...item } = known
  expect(importRules.readRow(cellsOf(known), known)).toEqual({ ok: true, details: item })
})

test('a value with cents is exported in whole dollars, and stays unless its row changes it', () => {
  const valued = { ...known, replacementValueCents: 45_050 }
  const cells = cellsOf(valued)
  expect(cells.replacement_value).toBe('451')
  expect(importRules.readRow(cells, valued)).toMatchObject({
    details: { replacementValueCents: 45_050 },
  })
  expect(importRules.readRow({ ...cells, replacement_value: '450' }, valued)).toMatchObject({
    details: { replacementValueCents: 45_000 },
  })
})

test('an item without a SKU is named by its id and stays without one', () => {
  const unnamed = { ...known, sku: null }
  const cells = cellsOf(unnamed)
  expect(cells.sku).toBe(`item-${known.id.slice(-12)}`)
  expect(importRules.readRow(cells, unnamed)).toMatchObject({ details: { sku: null } })
})

const changedBy = (given: GivenCells, item: KnownItem) =>
  decideRow(
    { given, known: item, photos: [], isTwice: false, mayAdd: true, isFull: false },
    importRules,
  )

test.for(itemFields.filter(({ field }) => field !== 'sku'))('a file can change $field alone', ({
  field,
}) => {
  const [before, after] = fieldSamples.map((fields) => ({ ...known, ...fields, sku: 'A-1' }))
  if (!before || !after) throw new Error('two samples')
  const own = cellsOf(before)
  const others = cellsOf({ ...before, [field]: after[field] })
  const columns = importColumns.map(({ name }) => name).filter((name) => own[name] !== others[name])
  expect(columns).toHaveLength(1)
  expect(changedBy(own, before)).toEqual({ outcome: 'unchanged' })
  const given = Object.fromEntries(columns.map((name) => [name, others[name]]))
  expect(changedBy({ sku: 'A-1', title: before.title, ...given }, before)).toMatchObject({
    outcome: 'change',
    details: { [field]: after[field] },
  })
})
