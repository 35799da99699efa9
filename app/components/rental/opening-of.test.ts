import { expect, test } from 'vitest'
import { openingOf } from './opening-of.ts'

test('a short description stays whole', () => {
  expect(openingOf('Heavy cables.')).toEqual({ opening: 'Heavy cables.', rest: '' })
})

test('a long one is cut after a sentence, else after a word, and nothing of it is lost', () => {
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

test('a word that nothing can break is cut where the room ends', () => {
  const word = 'w'.repeat(700)
  const { opening, rest } = openingOf(word)
  expect(opening).toHaveLength(320)
  expect(opening + rest).toBe(word)
})
