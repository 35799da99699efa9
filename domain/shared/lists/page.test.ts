import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import {
  containing,
  decodeCursor,
  decodeNewestFirst,
  decodeNewestNamed,
  encodeCursor,
  newestFirstKeys,
  PAGE_SIZE,
  parseInstant,
  toPage,
} from './page.ts'

test('a cursor is unchanged after a round trip through an address', async () => {
  await fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 4 }), (keys) => {
      const cursor = encodeCursor(keys)
      expect(encodeURIComponent(cursor)).toBe(cursor)
      expect(decodeCursor(cursor, keys.length)).toEqual(keys)
    }),
  )
})

test('anything else is not a cursor, and does not throw', async () => {
  for (const text of [null, undefined, '', 'x', '%', 'W10', encodeCursor(['a']), 'A'.repeat(501)]) {
    expect(decodeCursor(text, 2)).toBeNull()
  }
  await fc.assert(fc.property(fc.string(), (text) => void decodeNewestFirst(text)))
  expect(decodeNewestFirst(encodeCursor(['yesterday', newId()]))).toBeNull()
  expect(decodeNewestFirst(encodeCursor(['2026-11-20T00:00:00Z', '1 or 1=1']))).toBeNull()
})

test.each([
  '-271821-04-20T00:00:00.000Z',
  '0000-12-31T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-01',
  'infinity',
])('%s is not an instant that PostgreSQL and we read alike', (text) => {
  expect(decodeNewestFirst(encodeCursor([text, newId()]))).toBeNull()
  expect(decodeNewestNamed(encodeCursor([text, 'evt_1']))).toBeNull()
  expect(parseInstant(text)).toBeNull()
})

test('a key with a NUL is rejected', () => {
  expect(decodeCursor(encodeCursor(['a\0b']), 1)).toBeNull()
})

test('a cursor has at most 500 characters, and the number of keys of its order', () => {
  const longest = encodeCursor(['a'.repeat(371)])
  expect(longest).toHaveLength(500)
  expect(decodeCursor(longest, 1)).toEqual(['a'.repeat(371)])
  expect(decodeCursor(encodeCursor(['a'.repeat(372)]), 1)).toBeNull()
  expect(decodeCursor(encodeCursor(['a', 'b']), 1)).toBeNull()
  expect(decodeCursor(btoa(JSON.stringify(['a', 1])), 2)).toBeNull()
  expect(decodeCursor(btoa(JSON.stringify(['a', ['b']])), 2)).toBeNull()
  expect(decodeCursor(btoa(JSON.stringify('ab')), 2)).toBeNull()
})

test.each([
  '0001-01-01T00:00:00Z',
  '2028-02-29T23:59:59.999999Z',
  '9999-12-31T23:59:59Z',
])('%s is an instant', (text) => {
  expect(parseInstant(text)?.toISOString().slice(0, 19)).toBe(text.slice(0, 19))
})

test('a cursor needs both the instant and the external id', () => {
  const at = '2026-11-20T00:00:00Z'
  expect(decodeNewestNamed(encodeCursor([at, 'evt_1']))).toEqual({ at: new Date(at), id: 'evt_1' })
  expect(decodeNewestNamed(encodeCursor([at, '']))).toBeNull()
  expect(decodeNewestNamed(null)).toBeNull()
})

test.each([
  [0, 0, false],
  [2, 2, false],
  [3, 3, false],
  [4, 3, true],
])('of %i rows a page of three shows %i', (count, shown, hasNext) => {
  const rows = Array.from({ length: count }, (_, index) => String(index))
  const page = toPage(rows, (row) => [row], 3)
  expect(page.rows).toEqual(rows.slice(0, shown))
  expect(page.next).toBe(hasNext ? encodeCursor(['2']) : null)
})

test('the next page starts where the last one ended', () => {
  const rows = Array.from({ length: PAGE_SIZE + 1 }, (_, second) => ({
    id: newId(),
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 60 - second)),
  }))
  const page = toPage(rows, newestFirstKeys)
  const last = rows[PAGE_SIZE - 1]
  expect(page.rows).toHaveLength(PAGE_SIZE)
  expect(decodeNewestFirst(page.next)).toEqual({ at: last?.created_at, id: last?.id })
  expect(toPage(rows.slice(1), newestFirstKeys).next).toBeNull()
})

test('search text is matched literally', () => {
  expect(containing(' 100% a_b\\c\0 ')).toBe('%100\\% a\\_b\\\\c%')
  expect(containing('x'.repeat(5_000))).toBe(`%${'x'.repeat(100)}%`)
  for (const nothing of [null, undefined, '', ' \0 ']) expect(containing(nothing)).toBeNull()
})
