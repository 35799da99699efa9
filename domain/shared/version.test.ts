import { expect, test } from 'vitest'
import { hasChanged, versionOf } from './version.ts'

test('a version depends on the values, not their order, and distinguishes empty from missing', () => {
  const version = versionOf({ title: 'Silk', price: 4, brand: null })
  expect(version).toHaveLength(22)
  expect(versionOf({ price: 4, brand: undefined, title: 'Silk' })).toBe(version)
  expect(versionOf({ title: 'Silk', price: 5, brand: null })).not.toBe(version)
  expect(versionOf({ title: 'Silk"],["price",4]', brand: null })).not.toBe(version)
})

test('an edit conflicts only if it names another version', () => {
  expect(hasChanged('a', 'b')).toBe(true)
  expect(hasChanged('b', 'b')).toBe(false)
  expect(hasChanged(null, 'b')).toBe(false)
  expect(hasChanged(undefined, 'b')).toBe(false)
})
