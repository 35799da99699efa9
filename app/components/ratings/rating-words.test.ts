import { expect, test } from 'vitest'
import { sumInWords } from './rating-sum.ts'
import { fitsInWords, wornInWords } from './rating-words.ts'

const fits = { ratings: 12, stars: 58, small: 2, trueToSize: 9, large: 1 }

test('sums are an average with one digit and a number of reviews', () => {
  expect(sumInWords(fits)).toBe('4.8 (12 reviews)')
  expect(sumInWords({ ratings: 1, stars: 5 })).toBe('5.0 (1 review)')
  expect(sumInWords({ ratings: 1200, stars: 4100 })).toBe('3.4 (1,200 reviews)')
})

test('the fit is shown once a review has rated it', () => {
  expect(fitsInWords(fits)).toBe('Runs small 2, true to size 9, runs large 1')
  expect(fitsInWords({ ...fits, small: 0 })).toBe('True to size 9, runs large 1')
  expect(fitsInWords({ ...fits, small: 0, trueToSize: 0, large: 0 })).toBeNull()
})

test('fit, usual size and height are shown as far as the reviewer gave them', () => {
  const nothing = { fit: null, usualSize: null, heightCm: null }
  expect(wornInWords(nothing, 'in')).toEqual([])
  const all = { fit: 'true', usualSize: 'M', heightCm: 168 } as const
  expect(wornInWords(all, 'in')).toEqual(['True to size', 'Usually wears M, 5 ft 6 in'])
  expect(wornInWords(all, 'cm')).toEqual(['True to size', 'Usually wears M, 168 cm'])
  expect(wornInWords({ ...nothing, usualSize: 'M' }, 'in')).toEqual(['Usually wears M'])
  expect(wornInWords({ ...nothing, heightCm: 168 }, 'in')).toEqual(['5 ft 6 in tall'])
})
