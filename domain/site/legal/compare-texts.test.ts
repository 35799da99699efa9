import { expect, test } from 'vitest'
import { changesBetween, compareTexts } from './compare-texts.ts'
import { MAX_LEGAL_CHARACTERS } from './legal-limits.ts'

const compared = (before: string, after: string) =>
  compareTexts(before, after).map(
    ({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`,
  )

test('a comparison shows what was removed and added between what stays', () => {
  const before = 'Intro\n\n## One\n\nOld rule\n\nKept\n\n## Two\n\nLast'
  const after = 'Intro\n\n## One\n\nNew rule\n\nKept\n\nAdded\n\n## Two\n\nLast'
  expect(compared(before, after)).toEqual([
    ' Intro',
    ' ## One',
    '-Old rule',
    '+New rule',
    ' Kept',
    '+Added',
    ' ## Two',
    ' Last',
  ])
  expect(compared('', 'Only')).toEqual(['+Only'])
  expect(compared('Only', '')).toEqual(['-Only'])
  expect(compared('Same', 'Same\n')).toEqual([' Same'])
  expect(compared('a\nb', 'b\na')).toEqual(['-a', ' b', '+a'])
})

test('changes are shown with a line around them, and what is far from them is skipped', () => {
  const lines = (text: string) => text.split('').join('\n\n')
  const shown = (before: string, after: string) =>
    changesBetween(lines(before), lines(after)).map(({ text }) => text)
  expect(shown('abcdefgh', 'abcXefgh')).toEqual(['…', 'c', 'd', 'X', 'e'])
  expect(shown('abcdefgh', 'XabcdeYfgh')).toEqual(['X', 'a', '…', 'e', 'Y', 'f'])
  expect(shown('abcd', 'abcX')).toEqual(['…', 'c', 'd', 'X'])
  expect(changesBetween('Same', 'Same\n')).toEqual([])
})

test('texts of the greatest length with nothing in common are compared at once', () => {
  const text = (line: string) => `${line}\n`.repeat(MAX_LEGAL_CHARACTERS / 2)
  const lines = compareTexts(text('a'), text('b'))
  expect(lines).toHaveLength(MAX_LEGAL_CHARACTERS)
  expect(lines[0]?.kind).toBe('removed')
})
