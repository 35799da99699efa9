import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.for([
  '/',
  '/my-likes',
  '/item/0190?start=2026-12-01&end=2026-12-07',
  '/styles?more=Formal%20wear#group-2',
  '/auth?return_to=%2Fcredits',
  '/caf%C3%A9',
  '/a//b',
])('%s is accepted as a return address', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

test.for([
  null,
  undefined,
  '',
  'my-likes',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '%2F%2Fevil.example',
  '/%2F/evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/%252Fevil.example',
  '/%25255Cevil.example',
  '/%09/evil.example',
  '/%0a//evil.example',
  '/%00',
  '/%zz',
  `/${'a'.repeat(2001)}`,
])('%j is refused as a return address', (wanted) => {
  expect(safeReturnTo(wanted)).toBe('/')
})

test('a return address never leaves this site', async () => {
  const pieces = ['/', '\\', '.', '..', '%2f', '%5c', '%2e', '@', ':', '?', '#', '\t', '\n', 'evil']
  const tricks = fc.array(fc.constantFrom(...pieces, '%25', 'https:', '//'), { maxLength: 8 })
  await fc.assert(
    fc.property(
      tricks.map((parts) => parts.join('')),
      fc.string(),
      (trick, rest) => {
        const returned = safeReturnTo(trick + rest)
        expect(new URL(returned, 'https://shop.example').origin).toBe('https://shop.example')
        expect(returned).toMatch(/^\/(?![/\\])/)
      },
    ),
    { numRuns: 3000 },
  )
})
