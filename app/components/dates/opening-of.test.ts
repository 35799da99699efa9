import { expect, test } from 'vitest'
import { openingOf } from './opening-of.ts'

test('a short description stays whole', () => {
  expect(openingOf('Heavy cables.')).toEqual({ opening: 'Heavy cables.', rest: '' })
})

test('a long description is cut after a sentence or a word, and the rest follows', () => {
  const sentence = `${'Cut on the bias '.repeat(12)}here. `
  const long = sentence + 'It falls to the floor. '.repeat(20).trim()
  const { opening, rest } = openingOf(long)
  expect(opening.endsWith('.')).toBe(true)
  expect(opening.length).toBeLessThanOrEqual(320)
  expect(`${opening} ${rest}`).toBe(long)

  const unbroken = 'word '.repeat(100).trim()
  const cut = openingOf(unbroken)
  expect(cut.opening.endsWith('word')).toBe(true)
  expect(`${cut.opening} ${cut.rest}`).toBe(unbroken)
})

test('a word longer than the limit is cut at the limit', () => {
  const word = 'w'.repeat(700)
  const { opening, rest } = openingOf(word)
  expect(opening).toHaveLength(320)
  expect(opening + rest).toBe(word)
})
