import { expect, test } from 'vitest'
import { readWindows, showFirst, showMore } from './group-windows.ts'

const names = ['Casual', 'Formal', 'Austin, TX']
const read = (address: string) => readWindows(names, new URLSearchParams(address))

test('a group shows 3 items until it is opened', () => {
  expect(read('').map(({ size }) => size)).toEqual([3, 3, 3])
})

test('each Show More adds 12 to its group and keeps the others', () => {
  const search = new URLSearchParams('after=x&more=Casual:27')
  const address = showMore(search, { name: 'Austin, TX', size: 3, after: null }, 'place')
  expect(new URLSearchParams(address).get('after')).toBe('x')
  expect(read(address).map(({ size }) => size)).toEqual([27, 3, 15])
})

test('a long group has links to its next items and back to its start', () => {
  const address = showMore(new URLSearchParams(), { name: 'Formal', size: 99, after: null }, 'pl_-')
  expect(read(address)[1]).toEqual({ name: 'Formal', size: 12, after: 'pl_-' })
  expect(read(showFirst(new URLSearchParams(address), 'Formal'))[1]?.after).toBeNull()
})

test.for([
  'more=Formal',
  'more=Formal:',
  'more=Formal:-5',
  'more=Formal:1e9',
  'more=:15',
  'more=Unknown:15',
  'more=Formal:99999',
  'more=Formal:15@<script>',
])('%s opens nothing', (address) => {
  expect(read(address).every(({ size }) => size === 3)).toBe(true)
})

test('no address opens more than a bounded number of items', () => {
  const many = Array.from({ length: 24 }, (_, n) => `Place ${n}`)
  const search = new URLSearchParams(many.map((name) => ['more', `${name}:9999`]))
  const shown = readWindows(many, search)
  expect(shown.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(240 + 24 * 3)
  expect(shown.at(-1)?.size).toBe(99)
})
