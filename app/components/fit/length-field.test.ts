import { expect, test } from 'vitest'
import { lengthField } from './length-field.ts'
import { lengthInWords } from './length-words.ts'

const whole = lengthField({ min: 40, max: 200, step: 1 })
const fine = lengthField({ min: 30, max: 250, step: 0.1 })

test.for([
  ['', null, null],
  ['88', 88, 88],
  [' 88 cm ', 88, 88],
  ['88.4', 88, 88.4],
  ['88,45', 88, 88.5],
  ['34.5 in', 88, 87.6],
  ['34.5"', 88, 87.6],
  ['34IN', 86, 86.4],
] as const)('%s is %d cm, or %d', ([text, rounded, exact]) => {
  expect(whole.parse(text)).toBe(rounded)
  expect(fine.parse(text)).toBe(exact)
})

test.for([
  '39',
  '201',
  '100 in',
  '-88',
  '88 m',
  'eighty',
  '8 8',
  '1e2',
  '88.123',
  'NaN',
])('%s is not a valid length', (text) => {
  expect(whole.safeParse(text).error?.issues[0]?.message).toBe(
    'Please enter 40 to 200 centimeters, or inches such as 34.5 in.',
  )
})

test('lengths are shown in both units', () => {
  expect(lengthInWords(94)).toBe('94 cm (37 in)')
  expect(lengthInWords(88.5)).toBe('88.5 cm (34.8 in)')
})
