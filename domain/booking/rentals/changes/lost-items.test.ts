import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DepositId, RentalId } from '#db/ids.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { lateRentals } from '#test/make/late-rentals.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { correct, reduceWithheld, releaseClaims } from './corrections.ts'
import { approveCondition, keepDeposit, markLost } from './rental-review.ts'
import { failDelivery, recordReturn } from './rental-steps.ts'
import { sendBack } from './send-back.ts'

const { db, made, clock, origin, start, todayIs, rentalOf, eventsOf, booked } = await lateRentals()
const ok = { ok: true, value: null }
const notes = 'Asked three times, no answer.'
const admin = await made.admin()
const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows
const depositOf = async (id: DepositId | null) =>
  await readRow(db, 'deposits', ['kept_cents', 'closed_at'], { id: id ?? undefined })
const earned = async (rental_id: RentalId) =>
  (await readRows(db, 'earnings', ['kind', 'amount_cents'], { rental_id }, 'earned_at')).map(
    ({ kind, amount_cents }) => [kind, amount_cents],
  )

/** A rental that ended on November 20 and is not back on the 27th, and a later one of its item. */
async function overdue() {
  const all = await booked(30)
  await updateRows(db, 'rentals', { id: all.late.id }, { cents_per_credit: 45 })
  clock.set('2026-11-27T15:00:00Z')
  return { ...all, on: { ...all.on, today: todayIs(), notes } }
}

async function lost() {
  const all = await overdue()
  expect(await markLost(db, all.closet, all.on, clock.now())).toEqual(ok)
  return all
}

test('seven days after the last day the closet keeps what is left, and the item leaves the shop', async () => {
  const { closet, item, renter, late, id, on } = await overdue()
  const early = { ...on, today: addDays(on.today, -1) }
  expect(await markLost(db, closet, early, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'not-lost-yet', lastDay: start },
  })
  expect(await markLost(db, closet, { ...on, notes: ' ' }, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'reason-missing' },
  })
  expect(await markLost(db, closet, on, clock.now())).toEqual(ok)
  // The same step again changes nothing.
  expect(await markLost(db, closet, on, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({
    status: 'completed',
    return_status: 'late',
    late_by: closet.id,
    condition_status: 'deposit_kept',
    condition_notes: notes,
    deposit_kept_amount: 5000,
  })
  expect(await earned(late.id)).toEqual([['rental', 14 * 45]])
  expect(await readRow(db, 'clothing_items', ['paused'], { id: item.id })).toEqual({ paused: true })
  expect(await rentalOf(id)).toMatchObject({
    status: 'cancelled',
    cancellation: 'previous_rental_late',
    at_risk_from: late.id,
  })
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(21)
  expect([await eventsOf(late.id), await eventsOf(id)]).toEqual([['mark-lost'], ['previous-late']])
  expect(await violations()).toEqual([])
})

test('an item that was sent back gets five days to arrive', async () => {
  const { closet, lateRenter, on } = await overdue()
  await sendBack(db, lateRenter, { ...on, tracking: '' }, clock.now())
  const onItsWay = { ok: false, problem: { reason: 'on-its-way' } }
  expect(await markLost(db, closet, on, clock.now())).toEqual(onItsWay)
  const [fifth, sixth] = [addDays(on.today, 5), addDays(on.today, 6)]
  expect(await markLost(db, closet, { ...on, today: fifth }, clock.now())).toEqual(onItsWay)
  expect(await markLost(db, closet, { ...on, today: sixth }, clock.now())).toEqual(ok)
})

test('only what other rentals have left of the deposit is kept, and it may be nothing', async () => {
  for (const withheld of [3500, 5000]) {
    const all = await booked(30)
    const { closet, lateRenter, late } = all
    const item = await made.item({ closet })
    const other = await made.rental({
      item,
      renter: lateRenter,
      status: 'delivered',
      start: addDays(start, -6),
    })
    clock.set('2026-11-27T15:00:00Z')
    const on = { rentalId: other.id, origin, today: todayIs(), cents: withheld, notes: 'Torn' }
    await recordReturn(db, closet, on, clock.now())
    expect(await keepDeposit(db, closet, on, clock.now())).toEqual(ok)
    const lostOn = { ...all.on, today: todayIs(), notes }
    expect(await markLost(db, closet, lostOn, clock.now())).toEqual(ok)
    expect(await rentalOf(late.id)).toMatchObject({
      deposit_kept_amount: 5000 - withheld,
      condition_status: withheld === 5000 ? 'approved' : 'deposit_kept',
      return_status: 'late',
    })
    expect(await violations()).toEqual([])
  }
})

test('a later rental by the same renter ends without goodwill', async () => {
  const { closet, item, lateRenter, on } = await overdue()
  const own = { item, renter: lateRenter, status: 'confirmed', createdAt: clock.now() } as const
  const { id } = await made.rental({ ...own, start: addDays(start, 50) })
  expect(await markLost(db, closet, on, clock.now())).toEqual(ok)
  expect(await rentalOf(id)).toMatchObject({ cancellation: 'by_owner', cancelled_by: closet.id })
  expect(await creditsBalance(db, lateRenter.id, clock.now())).toBe(14)
  expect(await violations()).toEqual([])
})

test('its author undoes it for 15 minutes: the rental is late, the item in the shop', async () => {
  const { closet, item, late, on } = await lost()
  const before = (await rentalOf(late.id)).deposit_id
  expect(await correct(db, closet, { ...on, correction: 'undo-lost' }, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({
    status: 'delivered',
    return_status: 'late',
    condition_status: 'pending_review',
    condition_notes: null,
    deposit_kept_amount: 0,
  })
  expect(await depositOf(before)).toEqual({ kept_cents: 0, closed_at: null })
  expect(await earned(late.id)).toEqual([
    ['rental', 14 * 45],
    ['taken_back', -14 * 45],
  ])
  expect(await readRow(db, 'clothing_items', ['paused'], { id: item.id })).toEqual({
    paused: false,
  })
  expect(await violations()).toEqual([])
})

test('an item that turns up before the claim is final is reviewed as usual', async () => {
  const { closet, late, on } = await lost()
  const depositId = (await rentalOf(late.id)).deposit_id
  clock.set('2026-12-04T14:59:00Z')
  // Two days after the review other claims are released.
  await releaseClaims(db, clock.now())
  await enforceCaseDeadlines(db, 'appeal', clock.now())
  expect(await depositOf(depositId)).toEqual({ kept_cents: 5000, closed_at: null })
  const back = { ...on, today: todayIs() }
  expect(await recordReturn(db, closet, back, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({
    status: 'delivered',
    return_status: 'returned',
    returned_on: '2026-12-04',
    condition_status: 'pending_review',
    deposit_kept_amount: 0,
  })
  expect(await depositOf(depositId)).toEqual({ kept_cents: 0, closed_at: null })
  expect(await eventsOf(late.id)).toEqual(['mark-lost', 'turn-up'])
  expect(await violations()).toEqual([])
  expect(await approveCondition(db, closet, back, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({ status: 'completed', return_status: 'returned' })
  expect(await violations()).toEqual([])
})

test('an item with one rental at a time is rented again until its review', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const rental = await made.rental({ item, status: 'delivered', start: addDays(start, -6) })
  clock.set('2026-11-27T15:00:00Z')
  const on = { rentalId: rental.id, origin, today: todayIs(), notes }
  const isAvailable = async () =>
    (await readRow(db, 'clothing_items', ['available'], { id: item.id })).available
  await markLost(db, closet, on, clock.now())
  expect(await isAvailable()).toBe(true)
  expect(await recordReturn(db, closet, on, clock.now())).toEqual(ok)
  expect(await isAvailable()).toBe(false)
  expect(await violations()).toEqual([])
})

test('once what was kept is final, a return is recorded and changes no money', async () => {
  const { closet, item, late, on } = await lost()
  const depositId = (await rentalOf(late.id)).deposit_id
  clock.set('2026-12-04T15:00:00Z')
  await enforceCaseDeadlines(db, 'appeal', clock.now())
  await releaseClaims(db, clock.now())
  expect(await depositOf(depositId)).toMatchObject({ kept_cents: 5000, closed_at: clock.now() })
  const before = await earned(late.id)
  expect(before).toEqual([
    ['rental', 14 * 45],
    ['damage', 5000],
  ])
  const back = { ...on, today: todayIs() }
  expect(await recordReturn(db, closet, back, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({
    status: 'completed',
    return_status: 'returned',
    deposit_kept_amount: 5000,
  })
  expect(await earned(late.id)).toEqual(before)
  expect(await readRow(db, 'clothing_items', ['paused'], { id: item.id })).toEqual({
    paused: false,
  })
  expect(await violations()).toEqual([])
})

test('the renter can appeal, and what is returned is refunded', async () => {
  const { closet, lateRenter, late, on } = await lost()
  const appeal = { rentalId: late.id, words: 'I gave it to the doorman.', imageIds: [] }
  expect(await fileAppeal(db, lateRenter, appeal, clock.now())).toEqual(ok)
  const answer = { ...appeal, words: 'He has not seen it.' }
  expect(await answerAppeal(db, closet, answer, clock.now())).toEqual(ok)
  // The appeal decides about the money, also if the item turns up.
  expect(await correct(db, admin, { ...on, correction: 'undo-lost' }, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'appealed' },
  })
  expect(await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({ status: 'completed', return_status: 'returned' })
  const decision = {
    rentalId: late.id,
    outcome: 'overturned',
    returnedCents: 0,
    reasons: 'It is back.',
  } as const
  expect(await decideAppeal(db, admin, decision, clock.now())).toMatchObject({ ok: true })
  expect(await violations()).toEqual([])
})

test('an admin can reduce the amount until it is final', async () => {
  const { on, late } = await lost()
  clock.set('2026-12-01T15:00:00Z')
  await releaseClaims(db, clock.now())
  expect(await rentalDetails(db, admin, late.id, clock.now())).toMatchObject({
    reduceUntil: new Date('2026-12-04T15:00:00Z'),
  })
  expect(await reduceWithheld(db, admin, { ...on, cents: 0 }, clock.now())).toEqual(ok)
  expect(await rentalOf(late.id)).toMatchObject({
    condition_status: 'approved',
    return_status: 'late',
  })
  expect(await violations()).toEqual([])
})

test('closets see how often a renter did not bring an item back, before they accept', async () => {
  const { lateRenter, closet, on } = await lost()
  const other = await made.closet()
  const item = await made.item({ closet: other })
  const request = await made.rental({ item, renter: lateRenter, status: 'pending' })
  const marks = async () => (await rentalDetails(db, other, request.id, clock.now()))?.marks
  expect(await marks()).toEqual({ late: 0, lost: 1, noShow: 0 })
  await correct(db, closet, { ...on, correction: 'undo-lost' }, clock.now())
  expect(await marks()).toEqual({ late: 0, lost: 0, noShow: 0 })
})

test('an appeal that returns everything takes the mark away', async () => {
  const { lateRenter, late } = await lost()
  const other = await made.closet()
  const item = await made.item({ closet: other })
  const request = await made.rental({ item, renter: lateRenter, status: 'pending' })
  const marks = async () => (await rentalDetails(db, other, request.id, clock.now()))?.marks
  await fileAppeal(
    db,
    lateRenter,
    { rentalId: late.id, words: 'I did.', imageIds: [] },
    clock.now(),
  )
  expect(await marks()).toEqual({ late: 0, lost: 1, noShow: 0 })
  clock.set('2026-12-01T15:00:00Z')
  await enforceCaseDeadlines(db, 'appeal', clock.now())
  expect(await marks()).toEqual({ late: 0, lost: 0, noShow: 0 })
  expect(await violations()).toEqual([])
})

test('the database refuses an item that is given up earlier, or never late', async () => {
  const { late } = await overdue()
  const set = async (on: string, more: object = {}) =>
    await db
      .updateTable('rentals')
      .set({ status: 'completed', condition_status: 'approved', return_status: 'late' })
      .set({ late_at: new Date(on), condition_reviewed_at: new Date(on), ...more })
      .where('id', '=', late.id)
      .execute()
  const refused = /completed_rental_was_returned_or_lost/
  await expect(set('2026-11-25T12:00:00Z')).rejects.toThrow(refused)
  await expect(set('2026-11-28T12:00:00Z', { late_at: null })).rejects.toThrow(refused)
})

test('a rental that never took place cannot be given up', async () => {
  const { closet, id } = await overdue()
  const on = { rentalId: id, origin, today: parseCalendarDate('2027-01-20') ?? start, notes }
  expect(await markLost(db, closet, on, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'not-yet' },
  })
  await failDelivery(db, closet, on, clock.now())
  expect(await markLost(db, closet, on, clock.now())).toMatchObject({
    problem: { reason: 'already-decided' },
  })
})
