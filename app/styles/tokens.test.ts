import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every computed shade has a fixed one for browsers that cannot compute it', () => {
  const css = readFileSync('app/styles/tokens.css', 'utf8')
  const [tokens = '', fixed = ''] = css.split('@supports not (color: oklch(from red l c h))')
  const computed = [...tokens.matchAll(/(--[\w-]+): oklch\(from /g)].map(([, name]) => name)
  expect(computed.length).toBeGreaterThan(10)
  expect([...fixed.matchAll(/(--[\w-]+): #[\da-f]{6};/g)].map(([, name]) => name)).toEqual(computed)
})
