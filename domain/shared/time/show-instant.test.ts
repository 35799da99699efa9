import { expect, test } from 'vitest'
import { showInstant } from './show-instant.ts'

const at = new Date('2026-11-20T20:15:00Z')

test('a time names the time zone of the shop', () => {
  expect(showInstant(at, 'America/New_York')).toBe('Nov 20, 2026, 3:15 PM EST')
  expect(showInstant(at, 'UTC')).toBe('Nov 20, 2026, 8:15 PM UTC')
})

test('a time in summer is in summer time', () => {
  expect(showInstant(new Date('2026-07-20T19:05:00Z'), 'America/New_York')).toBe(
    'Jul 20, 2026, 3:05 PM EDT',
  )
})
