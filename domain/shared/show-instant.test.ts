import { expect, test } from 'vitest'
import { showDeadline, showInstant } from './show-instant.ts'

const at = new Date('2026-11-20T20:15:00Z')

test('a past time has no time zone; a deadline ends with that of the shop', () => {
  expect(showInstant(at, 'America/New_York')).toBe('Nov 20, 2026, 3:15 PM')
  expect(showDeadline(at, 'America/New_York')).toBe('Nov 20, 2026, 3:15 PM EST')
})

test('a deadline in summer is in summer time', () => {
  expect(showDeadline(new Date('2026-07-20T19:15:00Z'), 'America/New_York')).toBe(
    'Jul 20, 2026, 3:15 PM EDT',
  )
  expect(showDeadline(at, 'UTC')).toBe('Nov 20, 2026, 8:15 PM UTC')
})
