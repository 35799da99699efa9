import { expect, test } from 'vitest'
import { firstNameOf, shortNameOf } from './first-name.ts'
import { phoneDigits } from './phone-digits.ts'
import { oneLine, plainText, severalLines, storable } from './plain-text.ts'

test.for([
  ['Iris van der Berg', 'Iris', 'Iris B.'],
  [' Iris  vance ', 'Iris', 'Iris V.'],
  ['Iris', 'Iris', 'Iris'],
  ['', '', ''],
] as const)('the first name of "%s" is %s, and the short name is %s', ([full, first, short]) => {
  expect([firstNameOf(full), shortNameOf(full)]).toEqual([first, short])
})

test.for([
  ['1234', '1234'],
  ['123', null],
  [' (212) 555-0100 ', '2125550100'],
  ['+1.212/555', '1212555'],
  ['dress 1234', null],
  ['1'.repeat(21), '1'.repeat(20)],
] as const)('the digits of the search "%s" are %s', ([words, digits]) => {
  expect(phoneDigits(words)).toBe(digits)
})

test('control characters are removed from texts, except tabs and line breaks', () => {
  expect(plainText('a\0\tb\n\u0085')).toBe('a\tb\n')
  expect(oneLine(' a\r\n b\0c ')).toBe('a b c')
  expect(oneLine('\u200B \u2060a\u200Bb\uFEFF\u200E \u00AD')).toBe('ab')
  expect(oneLine('👩\u200D🎤 \u202Ea\u202Cb')).toBe('👩\u200D🎤 \u202Ea\u202Cb')
  expect(oneLine('\u200B\uFEFF \u200F')).toBe('')
  expect(severalLines(' a\r\nb\0\t\rc ')).toBe('a\nb\tc')
  expect(storable('a\0b\uD800')).toBe('ab\uFFFD')
})
