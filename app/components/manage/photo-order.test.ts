import { expect, test } from 'vitest'
import { arranged, arrangement, movedPhoto } from './photo-order.ts'

const photos = ['front', 'back', 'label', 'hem']

test.for([
  ['earlier', 1, ['back', 'front', 'label', 'hem']],
  ['earlier', 3, ['front', 'back', 'hem', 'label']],
  ['later', 1, ['front', 'label', 'back', 'hem']],
  ['later', 3, photos],
  ['remove', 2, ['front', 'back', 'hem']],
  ['remove', 0, photos],
  ['earlier', 0, photos],
  ['later', 9, photos],
] as const)('%s at position %i', ([move, at, expected]) => {
  expect(arranged(photos, arrangement(move, at))).toEqual(expected)
})

test.for([
  '',
  'earlier',
  'earlier -1',
  'earlier 1e0',
  'swap 1',
])('a value that no button sends changes nothing: %s', (value) => {
  expect(arranged(photos, value)).toEqual(photos)
})

test('a dragged photo takes its place, the others keep their order', () => {
  expect(movedPhoto(photos, 3, 0)).toEqual(['hem', 'front', 'back', 'label'])
  expect(movedPhoto(photos, 0, 2)).toEqual(['back', 'label', 'front', 'hem'])
  expect(movedPhoto(photos, 1, 7)).toEqual(photos)
})
