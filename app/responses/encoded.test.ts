import { expect, test } from 'vitest'
import { encoded } from './encoded.ts'

test('texts are encoded one after the other', () => {
  const bytes = encoded(['$33–$49', '', ' · “Silk” 👗', '<p>'])
  expect(new TextDecoder().decode(bytes)).toBe('$33–$49 · “Silk” 👗<p>')
})

test('a text is not changed by the next one', () => {
  const first = encoded(['first'])
  encoded(['second'])
  expect(new TextDecoder().decode(first)).toBe('first')
})

test('a page larger than any other is complete', () => {
  const line = 'a line of a long page – '
  const bytes = encoded([line.repeat(50_000), 'end'])
  expect(new TextDecoder().decode(bytes)).toBe(`${line.repeat(50_000)}end`)
})
