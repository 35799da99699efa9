import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { lastDecided } from './last-decision.ts'
import type { LockedRental } from './rental-locks.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const by = newId()

/** A rental with every step taken, an hour apart. */
function rental(over: Partial<LockedRental>): LockedRental {
  const start = parseCalendarDate('2026-11-20')
  if (!start) throw new Error('no date')
  return {
    id: newId(),
    item_id: newId(),
    renter_id: newId(),
    owner_id: newId(),
    deposit_id: null,
    created_at: new Date('2026-11-19T12:00:00Z'),
    answer_by: null,
    answer_reminded_at: null,
    handover: null,
    proposed_start_date: null,
    proposed_end_date: null,
    proposed_credits: null,
    proposed_at: null,
    proposal_answer_by: null,
    proposal_key: null,
    status: 'completed',
    delivery_status: 'delivered',
    return_status: 'returned',
    condition_status: 'approved',
    cancellation: null,
    swapped_for: null,
    start_date: start,
    end_date: addDays(start, 6),
    total_days: 7,
    total_credits: 14,
    credits_per_day: 2,
    deposit_amount: 5000,
    turnaround_days: 0,
    cents_per_credit: 0,
    fit_returns: false,
    deposit_kept_amount: 0,
    reopened: 0,
    handover_asked_at: null,
    handover_denied_at: null,
    confirmed_at: at(1),
    confirmed_by: by,
    cancelled_at: at(2),
    cancelled_by: null,
    delivered_at: at(3),
    delivered_by: by,
    late_at: at(4),
    late_by: by,
    returned_at: at(5),
    returned_by: by,
    condition_reviewed_at: at(6),
    condition_reviewed_by: null,
    sent_back_at: null,
    sent_back_by: newId(),
    sent_back_tracking: null,
    at_risk_since: null,
    at_risk_from: null,
    ...over,
  }
}

test('the last decision is the latest step that was taken, with its time and author', () => {
  const decided = (over: Partial<LockedRental>) => {
    const { what, at: when, byId, withheldCents } = lastDecided(rental(over)) ?? {}
    return [what, when?.getUTCHours(), byId, withheldCents]
  }
  const withheld = { condition_status: 'deposit_kept', deposit_kept_amount: 700 } as const
  expect(decided(withheld)).toEqual(['keep-deposit', 6, null, 700])
  expect(decided({})).toEqual(['approve-condition', 6, null, 0])
  const returned = { condition_reviewed_at: null }
  expect(decided(returned)).toEqual(['record-return', 5, by, 0])
  const late = { ...returned, returned_at: null }
  expect(decided(late)).toEqual(['mark-late', 4, by, 0])
  const delivered = { ...late, late_at: null }
  expect(decided(delivered)).toEqual(['deliver', 3, by, 0])
  const cancelled = { ...delivered, delivered_at: null }
  expect(decided(cancelled)).toEqual(['cancel', 2, null, 0])
  const accepted = { ...cancelled, cancelled_at: null }
  expect(decided(accepted)).toEqual(['accept', 1, by, 0])
  expect(lastDecided(rental({ ...accepted, confirmed_at: null }))).toBeNull()
})

test.each([
  ['by_shopper', 'cancel'],
  ['by_owner', 'cancel'],
  ['swapped', 'cancel'],
  ['delivery_failed', 'fail-delivery'],
  ['never_answered', 'expire-request'],
  ['never_delivered', 'cancel-undelivered'],
  ['previous_rental_late', 'previous-late'],
] as const)('a rental that ended as %s was decided by %s', (cancellation, what) => {
  const steps = { condition_reviewed_at: null, returned_at: null, late_at: null } as const
  const ended = rental({ ...steps, delivered_at: null, cancellation })
  expect(lastDecided(ended)).toMatchObject({ what })
})
