import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aboutMiles, milesBetween } from './distance.ts'

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Floating point, in miles. */
const ERROR = 1e-3

test('a distance is the same in both directions, and none is shorter than the direct one', async () => {
  await fc.assert(
    fc.property(point, point, point, (one, other, between) => {
      const direct = milesBetween(one, other)
      expect(direct).toBe(milesBetween(other, one))
      expect(direct).toBeLessThanOrEqual(
        milesBetween(one, between) + milesBetween(between, other) + ERROR,
      )
      expect(milesBetween(one, one)).toBe(0)
    }),
  )
})

test('a degree of latitude has 69 miles, and half the way around the earth 12,437', () => {
  const [pole, equator] = [
    { latitude: 90, longitude: 0 },
    { latitude: 0, longitude: 40 },
  ]
  expect(
    milesBetween({ latitude: 40, longitude: -75 }, { latitude: 41, longitude: -75 }),
  ).toBeCloseTo(69.1, 1)
  expect(milesBetween(pole, equator)).toBeCloseTo(12_437 / 2, 0)
})

test.for([
  [0, 'less than a mile'],
  [0.99, 'less than a mile'],
  [1, 'about 1 mile'],
  [3.7, 'about 4 miles'],
  [19.6, 'about 20 miles'],
  [22, 'about 20 miles'],
  [97, 'about 95 miles'],
  [98, 'about 100 miles'],
  [188, 'about 190 miles'],
  [224, 'about 200 miles'],
  [980, 'about 1,000 miles'],
  [1511, 'about 1,500 miles'],
  [4960, 'about 5,000 miles'],
] as const)('%f miles are %s', ([miles, words]) => {
  expect(aboutMiles(miles)).toBe(words)
})
