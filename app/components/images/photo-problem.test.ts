import { expect, test } from 'vitest'
import { photoProblem, sizeProblem } from './photo-problem.ts'

const MEGABYTE = 1024 * 1024
const UNSUPPORTED_TYPE = 'Please choose a JPEG, PNG or WebP photo.'

test.for([
  ['image/jpeg', 'a.jpg', 5 * MEGABYTE, null],
  ['image/jpeg', 'a.jpg', 5 * MEGABYTE + 1, 'Image size must be less than 5MB'],
  ['application/pdf', 'a.jpg', 1, 'Please select an image file'],
  ['', 'a.txt', 1, 'Please select an image file'],
  ['', 'IMG_0001.HEIC', 1, UNSUPPORTED_TYPE],
  ['image/heic', 'IMG_0001.HEIC', 1, UNSUPPORTED_TYPE],
  ['image/svg+xml', 'a.svg', 1, UNSUPPORTED_TYPE],
  ['image/gif', 'a.gif', 1, UNSUPPORTED_TYPE],
  ['image/avif', 'a.avif', 1, UNSUPPORTED_TYPE],
] as const)('%s %s of %i bytes: %s', ([type, name, size, sentence]) => {
  expect(photoProblem({ type, name, size })).toBe(sentence)
})

test('a photo of a garment has at least 300 × 400 pixels', () => {
  expect(sizeProblem({ width: 300, height: 400 }, 'item')).toBeNull()
  expect(sizeProblem({ width: 10, height: 20 }, 'handover')).toBeNull()
  for (const size of [
    { width: 299, height: 400 },
    { width: 300, height: 399 },
  ])
    expect(sizeProblem(size, 'item')).toBe(
      'This photo is too small. It must be at least 300 × 400 pixels.',
    )
})
