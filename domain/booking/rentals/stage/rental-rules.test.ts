import { expect, test } from 'vitest'
import { moverOf } from '#domain/booking/rentals/records/rental-locks.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { mayMove, openUndo, stageOf } from './rental-stage.ts'

const now = new Date('2026-06-15T12:00:00Z')
const today = parseCalendarDate('2026-06-15') ?? expect.unreachable()
const tomorrow = addDays(today, 1)

test('an impossible rental has no stage, and nobody can make a move of another role', () => {
  const rental = {
    ...({ status: 'pending', return_status: 'pending', cancellation: null } as const),
    ...{ sent_back_at: null, start_date: today, end_date: tomorrow },
  }
  expect(() => stageOf({ ...rental, status: 'cancelled' }, today)).toThrow('no stage')
  expect(mayMove('accept', 'owner', rental)).toBe(true)
  expect(mayMove('accept', 'renter', rental)).toBe(false)
})

test('a former closet has no role in the rentals of its items', () => {
  const closet = {
    ...{ id: newId(), fullName: 'Clara', email: 'clara@hemline.test', emailVerified: true },
    ...({ accountType: 'business', businessStatus: 'approved' } as const),
  }
  const rental = { owner_id: closet.id, renter_id: newId() }
  expect(moverOf(closet, rental)).toBe('owner')
  expect(moverOf({ ...closet, accountType: 'regular' }, rental)).toBeNull()
})

test('a step can be undone for 15 minutes by the person who took it, and by admins', () => {
  const [person, other] = [{ id: newId() }, { id: newId() }]
  const untaken = {
    ...{ confirmed_at: null, delivered_at: null, late_at: null, sent_back_at: null },
    ...{ returned_at: null, cancelled_at: null, condition_reviewed_at: null },
    ...{ confirmed_by: null, delivered_by: null, late_by: null, sent_back_by: null },
    ...{ returned_by: null, cancelled_by: null, condition_reviewed_by: null },
    ...({ return_status: 'pending', cancellation: null } as const),
    ...{ start_date: today, end_date: tomorrow, answer_by: null },
  }
  const requested = { ...untaken, status: 'pending' } as const
  const taken = { delivered_by: person.id, delivered_at: now }
  const out = { ...untaken, status: 'delivered', ...taken } as const
  const until = new Date('2026-06-15T12:15:00Z')
  const last = new Date(until.getTime() - 1)
  const undo = { name: 'undo-deliver', until }
  expect(openUndo(person, 'owner', out, last)).toEqual(undo)
  expect(openUndo(person, 'owner', out, until)).toBeNull()
  expect(openUndo(other, 'owner', out, last)).toBeNull()
  expect(openUndo(person, null, out, last)).toBeNull()
  expect(openUndo(person, 'owner', { ...out, delivered_at: null }, last)).toBeNull()
  expect(openUndo(other, 'admin', out, until)).toEqual({ ...undo, until: null })
  expect(openUndo(other, 'admin', requested, now)).toBeNull()
})

test('an acceptance is undone only while the request could still be answered', () => {
  const person = { id: newId() }
  const [confirmedAt, answerBy] = [now, new Date('2026-06-15T12:05:00Z')]
  const accepted = {
    ...({ status: 'confirmed', return_status: 'pending', cancellation: null } as const),
    ...{ confirmed_at: confirmedAt, delivered_at: null, late_at: null, sent_back_at: null },
    ...{ returned_at: null, cancelled_at: null, condition_reviewed_at: null },
    ...{ confirmed_by: person.id, delivered_by: null, late_by: null, sent_back_by: null },
    ...{ returned_by: null, cancelled_by: null, condition_reviewed_by: null },
    ...{ start_date: today, end_date: tomorrow, answer_by: answerBy },
  }
  const undo = { name: 'undo-accept', until: answerBy }
  expect(openUndo(person, 'owner', accepted, now)).toEqual(undo)
  expect(openUndo(person, 'admin', accepted, now)).toEqual(undo)
  expect(openUndo(person, 'owner', accepted, answerBy)).toBeNull()
  expect(openUndo(person, 'admin', accepted, answerBy)).toBeNull()
  expect(openUndo(person, 'admin', { ...accepted, answer_by: null }, now)).toBeNull()
})
