import { expect, test } from 'vitest'
import { isWholeCode } from './code-words.ts'

test('a code has eight characters, none of which looks like another', () => {
  expect(isWholeCode('ABCDEFG9')).toBe(true)
  for (const code of ['', 'ABCDEFG', 'ABCDEFG9H', 'OBCDEFG9', 'ABCDEFG0', 'ABCIDEF9', 'ABC1DEF9'])
    expect([code, isWholeCode(code)]).toEqual([code, false])
})
