import { expect, test } from 'vitest'
import type { Way } from '#domain/catalogue/reach/reach.ts'
import { reachInWords, waysInWords } from './reach-words.ts'

test.each([
  ['15 miles', 'New York', 'Delivers within 15 miles of New York, NY'],
  ['30+ miles', 'Austin', 'Delivers 30+ miles from Austin, NY'],
  ['5 miles', null, 'Delivers within 5 miles of its address'],
  [null, 'Austin', 'Contact the closet about delivery'],
])('a closet that delivers within %s of %s says so', (drivingDistance, city, sentence) => {
  const closet = { city, state: city && 'NY', drivingDistance, ways: ['deliver'] } as const
  expect(waysInWords(closet)).toEqual([sentence])
})

test('a closet says each way in which its pieces change hands', () => {
  const austin = { city: 'Austin', state: 'TX', drivingDistance: '10 miles' } as const
  const words = (...ways: Way[]) => waysInWords({ ...austin, ways }).join(' · ')
  expect(words('deliver', 'pickup', 'ship')).toBe(
    'Delivers within 10 miles of Austin, TX · Pickup · Ships',
  )
  expect(words('ship')).toBe('Ships')
})

const near = ['deliver', 'pickup'] as const
test.for<[string | null, readonly Way[], readonly Way[], string]>([
  ['10 miles', near, near, 'Can be delivered to you.'],
  [
    '10 miles',
    ['deliver'],
    [],
    'Cannot be delivered to 02116: the closet delivers within 10 miles.',
  ],
  [
    '10 miles',
    ['deliver', 'pickup', 'ship'],
    ['pickup', 'ship'],
    'Cannot be delivered to 02116: the closet delivers within 10 miles. It can be shipped to you, or you can pick it up.',
  ],
  ['30+ miles', ['deliver'], [], 'Ask the closet whether it delivers to 02116.'],
  [null, near, ['pickup'], 'Ask the closet whether it delivers to 02116. You can pick it up.'],
  [null, ['ship'], ['ship'], 'The closet does not deliver. It can be shipped to you.'],
])('a closet that delivers %s, with %j of which %j reach', ([drivingDistance, own, ways, text]) => {
  expect(reachInWords({ zip: '02116', ways }, { drivingDistance, ways: own })).toBe(text)
})
