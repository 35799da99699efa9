import { expect, test } from 'vitest'
import type { Fit } from '#domain/accounts/sizes/should-fit.ts'
import { canBeFitted, saysOtherwise } from './wearer.ts'

const odds = (percent: number) => ({
  small: (1 - percent / 100) / 2,
  true: percent / 100,
  large: (1 - percent / 100) / 2,
})

test.for<readonly [Fit['fit'], number, boolean]>([
  ['should-fit', 49, true],
  ['should-fit', 50, false],
  ['too-small', 75, true],
  ['too-large', 75, true],
  ['too-small', 74, false],
  ['may-be-tight', 90, false],
  ['may-be-tight', 10, false],
])('measurements that say %s and odds of %d %% disagree: %s', ([fit, percent, disagree]) => {
  const measured: Fit = { fit, at: ['waist'] }
  expect(saysOtherwise(odds(percent), measured)).toBe(disagree ? measured : null)
})

test('without measurements nothing disagrees', () => {
  expect(saysOtherwise(odds(90), null)).toBeNull()
})

test('a measurement or a usual size is enough to choose by', () => {
  const nothing = { bustCm: null, waistCm: null, hipsCm: null, usualSize: null }
  expect(canBeFitted(nothing)).toBe(false)
  expect(canBeFitted({ ...nothing, usualSize: 'M' })).toBe(true)
  expect(canBeFitted({ ...nothing, hipsCm: 96 })).toBe(true)
})
