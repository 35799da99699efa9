import { expect, test } from 'vitest'
import { photoProblem } from './photo-problem.ts'

const MEGABYTE = 1024 * 1024

test.for([
  ['image/jpeg', 'a.jpg', 5 * MEGABYTE, null],
  ['image/jpeg', 'a.jpg', 5 * MEGABYTE + 1, 'Image size must be less than 5MB'],
  ['application/pdf', 'a.jpg', 1, 'Please select an image file'],
  ['', 'a.txt', 1, 'Please select an image file'],
  ['', 'IMG_0001.HEIC', 1, null],
] as const)('%s %s of %i bytes: %s', ([type, name, size, sentence]) => {
  expect(photoProblem({ type, name, size })).toBe(sentence)
})
