import { expect, test } from 'vitest'
import * as deadlines from './deadline-days.ts'

test('the deadlines of rentals and the goodwill for a late one have the promised values', () => {
  expect({ ...deadlines }).toEqual({
    ANSWER_HOURS: 24,
    MIN_ANSWER_HOURS: 2,
    ANSWER_HOUR: 18,
    ANSWER_WITHIN_DAYS: 3,
    APPROVE_AFTER_DAYS: 7,
    LATE_AFTER_DAYS: 1,
    DUE_WITHIN_DAYS: 3,
    MISSING_AFTER_DAYS: 5,
    UNRECORDED_AFTER_DAYS: 3,
    RISK_DAYS: 3,
    DECISION_HOUR: 18,
    LATE_GOODWILL: 7,
    GOODWILL_MONTHS: 3,
    MAX_LATE_GOODWILLS: 3,
    LATE_GOODWILL_DAYS: 30,
    LOST_AFTER_DAYS: 7,
  })
})
