import { expect, test } from 'vitest'
import { bodyRanges } from '#domain/accounts/sizes/lengths.ts'
import { differenceInWords, lengthProblem } from './length-words.ts'

const { height, bust } = bodyRanges

test.for([
  ['92', 'in', bust, '92 inches is more than we expect. Did you mean 92 cm?'],
  ['36.5', 'cm', bust, '36.5 centimeters is less than we expect. Did you mean 36.5 in?'],
  ['168', 'in', height, '168 inches is more than we expect. Did you mean 168 cm?'],
  ['66', 'cm', height, '66 centimeters is less than we expect. Did you mean 66 in?'],
  ['big', 'in', bust, 'Please enter 16 to 78.5 inches, or centimeters such as 88 cm.'],
  ['big', 'cm', bust, 'Please enter 40 to 200 centimeters, or inches such as 34.5 in.'],
  ['tall', 'in', height, 'Please enter 3 ft 3.5 in to 8 ft 2 in, or centimeters such as 168 cm.'],
  [
    'tall',
    'cm',
    height,
    'Please enter 100 to 250 centimeters, or feet and inches such as 5 ft 6 in.',
  ],
  ['36', 'in', bust, null],
] as const)('%s in %s', ([text, unit, range, sentence]) => {
  expect(lengthProblem(text, unit, range)).toBe(sentence)
})

test('differences are rounded to half an inch', () => {
  expect([2, 4, 8, 10].map((cm) => differenceInWords(cm, 'in'))).toEqual([
    'about 1 in',
    'about 1.5 in',
    'about 3 in',
    'about 4 in',
  ])
  expect(differenceInWords(4, 'cm')).toBe('4 cm')
})
