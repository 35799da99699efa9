import { expect, test } from 'vitest'
import {
  bodyRanges,
  itemRanges,
  type LengthRange,
  lengthAsTyped,
  lengthInWords,
  rangeInWords,
  readFileLength,
  readLength,
} from './lengths.ts'

const { height, bust, waist, hips } = bodyRanges
const everyRange = [...Object.values(bodyRanges), ...Object.values(itemRanges)]

function cmOf(text: string, unit: 'in' | 'cm', range: LengthRange): number | string {
  const read = readLength(text, unit, range)
  return read.kind === 'length' ? read.cm : read.kind
}

test.for([
  [`5'6"`, 168],
  ['5’6”', 168],
  ['5′6″', 168],
  [`5' 6''`, 168],
  [`5'6`, 168],
  ['5 ft 6', 168],
  ['5ft 6in', 168],
  ['5 ft. 6 in.', 168],
  ['5 feet 6 inches', 168],
  ['5 FOOT 6', 168],
  ['5-6', 168],
  ['5 6', 168],
  ['5 ft', 152],
  [`5'`, 152],
  ['5 ft 6 1/2 in', 169],
  ['5 ft 6½', 169],
  ['5 ft 6.5 in', 169],
  ['66', 168],
  ['66 in', 168],
  ['66"', 168],
  ['168 cm', 168],
  ['168cm', 168],
  ['168 centimeters', 168],
  ['1.68 m', 168],
  ['1,68 m', 168],
] as const)('a height of %s is %d cm', ([text, cm]) => {
  expect(cmOf(text, 'in', height)).toBe(cm)
})

test.for([
  ['36', 91],
  [' 36.5 ', 93],
  ['36,5', 93],
  ['36 1/2', 93],
  ['36-1/2"', 93],
  ['36½ in', 93],
  ['36 ¼ inches', 92],
  ['36 3/4', 93],
  ['3 ft', 91],
  ['92 cm', 92],
  ['92.4 CM', 92],
] as const)('a bust of %s is %d cm', ([text, cm]) => {
  expect(cmOf(text, 'in', bust)).toBe(cm)
})

test.for([
  '',
  '5',
  '5.6',
  `5'12"`,
  '5 ft 14',
  `5'6'`,
  '5 ft 6 cm',
  '168 mm',
  'tall',
  '-66',
  '1e2',
  '66 66',
  '6 6 6',
  '66.123',
  '1/0',
  'NaN',
  '9 ft',
  '5 ft '.repeat(10),
])('%s is not a height', (text) => {
  expect(readLength(text, 'in', height)).toEqual({ kind: 'wrong' })
})

test.for([
  ['92', 'in', bust, 'cm', false],
  ['75', 'in', bust, 'cm', true],
  ['168', 'in', height, 'cm', false],
  ['66', 'cm', height, 'in', false],
  ['36', 'cm', bust, 'in', false],
  ['44', 'cm', bust, 'in', true],
  ['92 in', 'cm', bust, 'cm', false],
  ['66 cm', 'in', height, 'in', false],
  ['94', 'in', itemRanges.bust, 'cm', true],
] as const)('%s in %s asks for the other unit', ([text, unit, range, meant, mayStay]) => {
  expect(readLength(text, unit, range)).toMatchObject({ kind: 'other-unit', meant, mayStay })
})

test('a length with its unit is accepted as it is, however unusual', () => {
  expect(readLength('75 in', 'in', bust)).toEqual({ kind: 'length', cm: 191 })
  expect(readLength('44 cm', 'in', bust)).toEqual({ kind: 'length', cm: 44 })
})

test('no number around a body or an item is usual in both units', () => {
  const aroundItems = [itemRanges.bust, itemRanges.waist, itemRanges.hips]
  for (const { usualMin, usualMax } of [bust, waist, hips, height, ...aroundItems])
    expect(usualMin).toBeGreaterThan(usualMax / 2.54)
})

test('what is typed in inches is shown as the same inches', () => {
  for (const range of everyRange) {
    const grid = range.step === 1 ? 0.5 : 0.25
    const least = Math.ceil(range.min / 2.54 / grid) * grid
    for (let inches = least; inches * 2.54 <= range.max; inches += grid) {
      const cm = cmOf(`${inches} in`, 'in', range)
      if (typeof cm === 'string') throw new Error(`${inches} in: ${cm}`)
      const shown = lengthAsTyped(cm, 'in', range)
      expect(cmOf(range.inFeet ? shown : `${shown} in`, 'in', range)).toBe(cm)
      const [first = 0, more = 0] = (shown.match(/[\d.]+/g) ?? []).map(Number)
      expect(range.inFeet ? 12 * first + more : first).toBe(inches)
    }
  }
})

test('lengths are shown in one unit', () => {
  expect(lengthInWords(91, 'in', bust)).toBe('36 in')
  expect(lengthInWords(93, 'in', bust)).toBe('36.5 in')
  expect(lengthInWords(91, 'cm', bust)).toBe('91 cm')
  expect(lengthInWords(92.1, 'in', itemRanges.bust)).toBe('36.25 in')
  expect(lengthInWords(168, 'in', height)).toBe('5 ft 6 in')
  expect(lengthInWords(183, 'in', height)).toBe('6 ft')
  expect(lengthInWords(168, 'cm', height)).toBe('168 cm')
  expect(lengthAsTyped(168, 'in', height)).toBe('5 ft 6 in')
  expect(lengthAsTyped(94.5, 'cm', itemRanges.bust)).toBe('94.5')
})

test('ranges are named in the chosen unit, and their ends are accepted', () => {
  expect(rangeInWords(bust, 'in')).toBe('16 to 78.5 inches')
  expect(rangeInWords(bust, 'cm')).toBe('40 to 200 centimeters')
  expect(rangeInWords(height, 'in')).toBe('3 ft 3.5 in to 8 ft 2 in')
  for (const range of everyRange)
    for (const unit of ['in', 'cm'] as const)
      for (const end of rangeInWords(range, unit).split(' to '))
        expect(cmOf(/ft|in|cent/.test(end) ? end : `${end} ${unit}`, unit, range)).toBeTypeOf(
          'number',
        )
})

test.for([
  ['88', 88],
  [' 88 cm ', 88],
  ['88,45', 88.5],
  ['34.5 in', 87.6],
  ['34.5"', 87.6],
  ['36', 36],
  ['29', null],
  ['251', null],
  ['eighty', null],
] as const)('in a file %s is %d cm', ([text, cm]) => {
  expect(readFileLength(text, itemRanges.bust)).toBe(cm)
})
