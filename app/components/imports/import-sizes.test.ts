import { expect, test } from 'vitest'
import { sizeIn, sizeNote } from './import-sizes.ts'

test.for([
  ['m', 'M'],
  ['X-Large', 'XL'],
  ['US 8', 'M'],
  ['EU 38', 'S'],
  ['8-10', 'M'],
  ['12/14', 'L'],
  ['EU 36/38', 'S'],
  ['2XL', 'XXL'],
] as const)('the size %s is %s', ([cell, size]) => {
  expect(sizeIn(cell)).toEqual({ size, isNearest: false })
  expect(sizeNote(cell)).toBeNull()
})

test.for([
  ['M/L', 'M'],
  ['XS - S', 'XS'],
  ['Small/Medium', 'S'],
  ['S to M', 'S'],
  ['10–12', 'M'],
  ['One size', 'M'],
  ['one-size fits all', 'M'],
  ['O/S', 'M'],
  ['One', 'M'],
] as const)('the nearest size to %s is %s, and its description says so', ([cell, size]) => {
  expect(sizeIn(cell)).toEqual({ size, isNearest: true })
  expect(sizeNote(` ${cell}`)).toBe(`Size: ${cell}`)
})

test.for([
  'Huge',
  '99',
  '3XL',
  'M, L',
  'S, M or L',
  'S/XL',
  'S-M-L',
  'Plus size',
  'M/L petite',
  'One shoulder',
  '',
  'x'.repeat(101),
])('%j is no size', (cell) => {
  expect(sizeIn(cell)).toBeNull()
})
