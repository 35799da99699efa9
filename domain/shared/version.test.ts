import { expect, test } from 'vitest'
import { hasChanged, versionOf } from './version.ts'

test('a version depends on the values, not their order, and distinguishes empty from missing', () => {
  const version = versionOf({ title: 'Silk', price: 4, brand: null })
  expect(version).toHaveLength(22)
  expect(versionOf({ price: 4, brand: undefined, title: 'Silk' })).toBe(version)
  expect(versionOf({ title: 'Silk', price: 5, brand: null })).not.toBe(version)
  expect(versionOf({ title: 'Silk"],["price",4]', brand: null })).not.toBe(version)
})

test('an edit conflicts only if it names another version and saves something different', () => {
  expect(hasChanged('a', 'b', 'c')).toBe(true)
  expect(hasChanged('a', 'b', 'a')).toBe(true)
  expect(hasChanged('a', 'b', 'b')).toBe(false)
  expect(hasChanged('b', 'b', 'c')).toBe(false)
  expect(hasChanged(null, 'b', 'c')).toBe(false)
  expect(hasChanged(undefined, 'b', 'c')).toBe(false)
})
