import { expect, test } from 'vitest'
import { canReach, milesTo, pointOfPlace, readReach, waysTo } from './reach.ts'

function at(place: string) {
  return pointOfPlace(place) ?? expect.unreachable()
}

test('a closet delivers within its distance, as the crow flies', () => {
  const closet = readReach('78701~d~10')
  expect(milesTo(closet, at('78745'))).toBeCloseTo(5.5, 1)
  expect(canReach(closet, at('78745'))).toBe(true)
  expect(waysTo(closet, at('10001'))).toEqual([])
  expect(milesTo(closet, at('10001'))).toBeCloseTo(1510, -1)
})

test.for([
  ['Austin, TX~d~30+', 'Round Rock, TX', ['deliver']],
  // 30+ miles end at 50, and a closet that has not said counts as 30.
  ['Austin, TX~d~30+', 'San Antonio, TX', []],
  ['Austin, TX~d~', 'Round Rock, TX', ['deliver']],
  ['Austin, TX~d~', 'Temple, TX', []],
  ['Austin, TX~p~', 'New York, NY', ['pickup']],
  ['Austin, TX~dps~5', 'New York, NY', ['pickup', 'ship']],
  ['~d~10', 'Austin, TX', []],
  ['~ds~10', 'Austin, TX', ['ship']],
  ['Nowhere ~ in, ZZ~d~10', 'Austin, TX', []],
] as const)('%s reaches %s by %j', ([reach, place, ways]) => {
  expect(waysTo(readReach(reach), at(place))).toEqual(ways)
})

test('whoever can only pick up is not reached', () => {
  expect(canReach(readReach('Austin, TX~p~'), at('Austin, TX'))).toBe(false)
  expect(canReach(readReach('Austin, TX~s~'), at('New York, NY'))).toBe(true)
})
