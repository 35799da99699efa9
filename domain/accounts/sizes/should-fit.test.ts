import { expect, test } from 'vitest'
import { type Measurements, shouldFit } from './should-fit.ts'

const dress: Measurements = {
  stretch: 'none',
  bustCm: 94,
  waistCm: 76,
  hipsCm: 102,
  lengthCm: 120,
}
const body = { bustCm: 88, waistCm: 70, hipsCm: 96 }
const everywhere = ['bust', 'waist', 'hips']

test.for([
  ['none', 2, 'should-fit'],
  ['none', 1.9, 'may-be-tight'],
  ['none', -2, 'may-be-tight'],
  ['none', -2.1, 'too-small'],
  ['none', 10, 'should-fit'],
  ['none', 10.1, 'too-large'],
  [null, 1.9, 'may-be-tight'],
  ['some', -2, 'should-fit'],
  ['some', -2.1, 'may-be-tight'],
  ['some', -6.1, 'too-small'],
  ['much', -8, 'should-fit'],
  ['much', -8.1, 'may-be-tight'],
  ['much', -12.1, 'too-small'],
  ['much', 10.1, 'too-large'],
] as const)('with %s stretch and %d cm more than the waist: %s', ([stretch, ease, fit]) => {
  const item = { ...dress, stretch, waistCm: 70 + ease }
  const at = fit === 'should-fit' ? everywhere : ['waist']
  expect(shouldFit(item, body)).toEqual({ fit, at })
})

test('only points that are known for both are compared', () => {
  const nothing = { bustCm: null, waistCm: null, hipsCm: null }
  const skirt = { ...dress, bustCm: null }
  expect(shouldFit(skirt, body)).toEqual({ fit: 'should-fit', at: ['waist', 'hips'] })
  expect(shouldFit(skirt, { ...nothing, bustCm: 88 })).toBeNull()
  expect(shouldFit(dress, nothing)).toBeNull()
  expect(shouldFit(dress, { ...nothing, hipsCm: 96 })).toEqual({ fit: 'should-fit', at: ['hips'] })
})

test('one point that is too large or too small rules out a fit', () => {
  expect(shouldFit({ ...dress, bustCm: 120 }, body)).toEqual({ fit: 'too-large', at: ['bust'] })
  expect(shouldFit({ ...dress, waistCm: 71, hipsCm: 200 }, body)).toEqual({
    fit: 'too-large',
    at: ['hips'],
  })
  expect(shouldFit({ ...dress, waistCm: 71, hipsCm: 97 }, body)).toEqual({
    fit: 'may-be-tight',
    at: ['waist', 'hips'],
  })
})
