import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

const origin = 'https://shop.example'
const seen = (path: string) => readAddress(`http://inside:3000${path}`, origin)?.href ?? null

test('a request’s URL has the visitor’s origin', () => {
  expect(seen('/item/1?start=2026-01-02')).toBe('https://shop.example/item/1?start=2026-01-02')
  expect(seen('/styles//x?q=%E2%98%83')).toBe('https://shop.example/styles//x?q=%E2%98%83')
})

test('the URL of a request without a proxy stays as it is, without its fragment', () => {
  expect(readAddress(`${origin}/item/1?q=a`, origin)?.href).toBe(`${origin}/item/1?q=a`)
  expect(readAddress(`${origin}/item/1?q=a%00#b`, origin)?.href).toBe(`${origin}/item/1?q=a`)
  expect(readAddress(`${origin}/item/1#b`, origin)?.href).toBe(`${origin}/item/1`)
  expect(readAddress(`${origin}//evil.example/`, origin)).toBeNull()
})

test.for([
  '//evil.example/auth/forgot',
  '/\\evil.example/',
  '/.//evil.example/',
  '/item/%00',
  '/item/%0d%0aX:1',
  '/item/%C2%80',
  '/item/%ff',
  '/item/%',
])('%s is not a valid address', (path) => {
  expect(seen(path)).toBeNull()
})

test('control characters are removed from a query', () => {
  expect(seen('/auth/reset?token=a%00b%1f%7F%C2%85c')).toBe(
    'https://shop.example/auth/reset?token=abc',
  )
  expect(seen('/?%000=%0%00')).toBe('https://shop.example/?0=%250')
  expect(seen('/?q=a%0Ab%09c')).toBe('https://shop.example/?q=a%0Ab%09c')
})
