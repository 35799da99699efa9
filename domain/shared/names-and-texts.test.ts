import { expect, test } from 'vitest'
import { firstNameOf, shortNameOf } from './first-name.ts'
import { phoneDigits } from './phone-digits.ts'
import { canBeSeen, oneLine, plainText, severalLines, storable } from './plain-text.ts'

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
  expect(oneLine('👩\u200D🎤 \u202Ea\u202Cb')).toBe('👩\u200D🎤 ab')
  expect(oneLine('\u200B\uFEFF \u200F')).toBe('')
  expect(severalLines(' a\r\nb\0\t\rc ')).toBe('a\nb\tc')
  expect(storable('a\0b\uD800')).toBe('ab\uFFFD')
})

test.for([
  ['a zero-width space', 'Hem\u200Bline', 'Hemline'],
  ['a soft hyphen', 'Hem\u00ADline', 'Hemline'],
  ['a joiner between Latin letters', 'Hemline\u200D Team', 'Hemline Team'],
  ['overrides and isolates', '\u202Eevil\u2067x\u2069', 'evilx'],
  ['tags', 'a\u{E0041}\u{E007F}b', 'ab'],
  ['fillers', '\u3164\u115F\u1160\uFFA0\u2800', ''],
  ['private and no characters', 'a\uE000\uFFFE\u{10FFFF}b\uFFF9', 'ab'],
  ['a hundred marks', `a${'\u0335'.repeat(100)}b`, `a${'\u0335'.repeat(4)}b`],
  ['decomposed letters', 'Zoe\u0301', 'Zo\u00E9'],
  ['letters that come closer without what was between', 'e\u200B\u0301', '\u00E9'],
] as const)('invisible in a line or a text: %s', ([_, typed, cleaned]) => {
  expect([oneLine(typed), severalLines(typed)]).toEqual([cleaned, cleaned])
})

test.for([
  '👩\u200D👩\u200D👧',
  '🏃🏽\u200D♀\uFE0F',
  '\u0646\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
  '\u0915\u094D\u200D\u0937',
  'Nguyễn Thị Ánh',
  '⛷\uFE0F',
  '\u0600\u0661\u0662',
])('joiners that shape letters or emoji stay: %s', (text) => {
  expect([oneLine(text), severalLines(text)]).toEqual([text, text])
})

test('marks and blanks alone cannot be seen', () => {
  expect(['\uFE0F', '\u0301', ' \u034F', ''].map(canBeSeen)).toEqual([false, false, false, false])
  expect(['?', '👗', 'a', '1'].map(canBeSeen)).toEqual([true, true, true, true])
})
