import { expect, test } from 'vitest'
import { periodEndAfter } from './periods.ts'

const at = (day: string) => Date.parse(`${day}T10:30:00Z`) / 1000
const every = (interval: 'day' | 'week' | 'month' | 'year', interval_count = 1) => ({
  interval,
  interval_count,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

test.each([
  ['2026-01-31', every('month'), '2026-01-31', '2026-02-28'],
  ['2026-01-31', every('month'), '2026-02-28', '2026-03-31'],
  ['2026-01-31', every('month'), '2026-03-31', '2026-04-30'],
  ['2026-01-31', every('month'), '2027-12-31', '2028-01-31'],
  ['2026-01-31', every('month'), '2028-01-31', '2028-02-29'],
  ['2026-01-31', every('month', 3), '2026-01-31', '2026-04-30'],
  ['2028-02-29', every('year'), '2028-02-29', '2029-02-28'],
  ['2028-02-29', every('year'), '2031-02-28', '2032-02-29'],
  ['2026-01-31', every('week', 2), '2026-02-01', '2026-02-14'],
  ['2026-01-31', every('day'), '2026-01-31', '2026-02-01'],
])('from the anchor %s, %o, the period after %s ends on %s', (anchor, recurring, after, end) => {
  expect(periodEndAfter(at(anchor), recurring, at(after))).toBe(at(end))
})
