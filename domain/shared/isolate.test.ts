import { expect, test } from 'vitest'
import { isolated } from './isolate.ts'

test.for([
  ['Maya Ortiz rented it', 'Maya Ortiz rented it'],
  ['עדי כהן rented it', '\u2068עדי כהן\u2069 rented it'],
  ['From עדי, (212) 555-0100', 'From \u2068עדי\u2069, (212) 555-0100'],
  ['עדי and علي', '\u2068עדי\u2069 and \u2068علي\u2069'],
  ['שָׂרָה: 14 credits', '\u2068שָׂרָה\u2069: 14 credits'],
  ['עדי\nעדי', '\u2068עדי\u2069\n\u2068עדי\u2069'],
  ['14 credits for עדי', '14 credits for \u2068עדי\u2069'],
] as const)('%j is isolated as %j', ([text, found]) => {
  expect(isolated(text)).toBe(found)
  expect(isolated(found)).toBe(found)
})

test('a long text is isolated at once', () => {
  const long = 'א1 '.repeat(100_000)
  expect(isolated(long)).toHaveLength(long.length + 2)
  expect(isolated(`א${' 1'.repeat(200_000)}`)).toHaveLength(400_003)
})
