import { expect, test } from 'vitest'
import { dayNotice, deliveryInWords } from './closet-words.ts'

test.each([
  ['15 miles', 'New York', 'Delivers within 15 miles of New York'],
  ['30+ miles', 'Austin', 'Delivers 30+ miles from Austin'],
  ['5 miles', null, 'Delivers within 5 miles of its address'],
  [null, 'Austin', 'Contact the closet about delivery'],
])('a closet that delivers within %s of %s says so', (drivingDistance, city, sentence) => {
  expect(deliveryInWords({ city, drivingDistance })).toBe(sentence)
})

test('the notice determines the first day on which a rental can start', () => {
  expect(dayNotice(0)).toBe('Rentals can start today. Ask the closet about same-day delivery.')
  expect(dayNotice(1)).toBe('Rentals can start tomorrow at the earliest.')
  expect(dayNotice(3)).toBe('Rentals can start in 3 days at the earliest.')
})
