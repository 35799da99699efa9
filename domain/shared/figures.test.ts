import { expect, test } from 'vitest'
import { counted, inWords, megabytes } from './figures.ts'

test('numbers are written in digits and in words', () => {
  expect([counted(1, 'day'), counted(30, 'day')]).toEqual(['1 day', '30 days'])
  expect([inWords(1, 'hour'), inWords(3, 'day'), inWords(48, 'hour')]).toEqual([
    'one hour',
    'three days',
    '48 hours',
  ])
})

test('bytes are written in megabytes', () => {
  expect([megabytes(5 * 1024 * 1024), megabytes(1.5 * 1024 * 1024)]).toEqual(['5 MB', '1.5 MB'])
})
