import { expect, test } from 'vitest'
import { placeInLine, timeLeft } from './waitlist-words.ts'

test('places in line are ordinal numbers', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 20].map(placeInLine)
  expect(places.map((place) => place.replace(' in line', ''))).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 20th'.split(' '),
  )
})

test('time left is in hours, then in minutes', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const left = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now)
  expect([719, 120, 60, 59, 1, 0].map(left)).toEqual([
    '11 hours left',
    '2 hours left',
    '1 hour left',
    '59 minutes left',
    '1 minute left',
    '1 minute left',
  ])
})
