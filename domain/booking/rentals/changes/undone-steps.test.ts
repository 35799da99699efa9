import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { CORRECTION_HOURS } from '#domain/booking/rentals/stage/rental-stage.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { correct, reduceWithheld, releaseClaims } from './corrections.ts'
import { approveCondition, keepDeposit } from './rental-review.ts'
import { acceptRental, deliverRental, failDelivery, markLate } from './rental-steps.ts'

const { db, made, now, origin, ok, lent, returned, rentalOf, eventsOf } = await lentRentals()
const admin = await made.admin()
const later = new Date(now.getTime() + 3_600_000)
const today = calendarDateIn('UTC', now)
type On = Awaited<ReturnType<typeof lent>>['on']
const refusal = (reason: string) => ({ ok: false, problem: { reason } })
const lastLineOf = ({ rentalId }: On) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('noun_id', '=', rentalId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test.for([
  ['undo-deliver', deliverRental],
  ['reopen', failDelivery],
] as const)('after %s it is accepted as before, or by the person who took the undone step', async ([
  correction,
  step,
]) => {
  for (const isAccepted of [true, false]) {
    const { closet, on } = await lent()
    if (isAccepted) expect(await acceptRental(db, closet, on, now)).toEqual(ok)
    expect(await step(db, admin, on, later)).toEqual(ok)
    expect(await correct(db, admin, { ...on, correction }, later)).toEqual(ok)
    const accepted = isAccepted
      ? { confirmed_at: now, confirmed_by: closet.id }
      : { confirmed_at: later, confirmed_by: admin.id }
    expect(await rentalOf(on)).toMatchObject({ status: 'confirmed', ...accepted })
  }
})

test('an undo is recorded with the changed values, and only undoing a review is dated', async () => {
  const { closet, on } = await lent('delivered')
  expect(await markLate(db, closet, on, now)).toEqual(ok)
  expect(await correct(db, admin, { ...on, correction: 'undo-late' }, later)).toEqual(ok)
  expect(await lastLineOf(on)).toEqual({
    action: 'undo-late',
    actor_id: admin.id,
    before: { return_status: 'late', late_at: now.toJSON(), late_by: closet.id },
    after: { return_status: 'pending', late_at: null, late_by: null },
  })
  expect(await eventsOf(on)).toEqual(['mark-late', 'undo-late'])
  expect(await rentalOf(on)).toMatchObject({ review_reopened_at: null })
  const reviewed = await returned()
  expect(await approveCondition(db, reviewed.closet, reviewed.on, now)).toEqual(ok)
  const review = { ...reviewed.on, correction: 'undo-review' } as const
  expect(await correct(db, admin, review, later)).toEqual(ok)
  expect(await rentalOf(reviewed.on)).toMatchObject({ review_reopened_at: later })
  const unknown = { ...on, rentalId: newId(), correction: 'undo-late' } as const
  expect(await correct(db, closet, unknown, now)).toEqual(refusal('rental-not-found'))
  // An error is thrown, not returned as a problem: PostgreSQL has no dates that early.
  const undeliver = { ...on, correction: 'undo-deliver' } as const
  await expect(correct(db, admin, undeliver, new Date(-8.64e15))).rejects.toThrow('out of range')
})

test('reducing a withheld amount is recorded and announced, unless the deposit is disputed', async () => {
  const { closet, renter, on } = await returned()
  const cents = 500
  expect(await reduceWithheld(db, admin, { ...on, cents }, now)).toEqual(
    refusal('rental-not-found'),
  )
  expect(await keepDeposit(db, closet, { ...on, cents: 2000 }, now)).toEqual(ok)
  const freeze = (frozen_at: Date | null) =>
    db.updateTable('deposits').set({ frozen_at }).where('user_id', '=', renter.id).execute()
  await freeze(now)
  expect(await reduceWithheld(db, admin, { ...on, cents }, now)).toEqual(refusal('deposit-gone'))
  await freeze(null)
  expect(await reduceWithheld(db, admin, { ...on, cents }, later)).toEqual(ok)
  expect(await lastLineOf(on)).toEqual({
    action: 'reduce-withheld',
    actor_id: admin.id,
    before: { deposit_kept_amount: 2000 },
    after: { deposit_kept_amount: 500 },
  })
  expect(await eventsOf(on)).toEqual(['record-return', 'keep-deposit', 'reduce-withheld'])
})

test('undoing is refused when the item is retired or rented by somebody else', async () => {
  const retired = await returned()
  expect(await keepDeposit(db, retired.closet, { ...retired.on, cents: 2000 }, now)).toEqual(ok)
  await updateRows(db, 'clothing_items', retired.item.id, { deleted_at: now })
  const review = { ...retired.on, correction: 'undo-review' } as const
  expect(await correct(db, admin, review, later)).toEqual(refusal('item-not-free'))
  expect(await rentalOf(retired.on)).toMatchObject({ deposit_kept_amount: 2000 })

  const failed = await lent()
  expect(await failDelivery(db, failed.closet, failed.on, now)).toEqual(ok)
  await made.rental({ item: failed.item, createdAt: now })
  await requestRefund(db, failed.renter, now)
  const reopen = { ...failed.on, correction: 'reopen' } as const
  expect(await correct(db, admin, reopen, later)).toEqual(refusal('item-not-free'))
})

test('with advance booking, only a rental on the same days prevents reopening', async () => {
  const item = await made.item({ advance_booking: true })
  const dates = { start: addDays(today, 3), createdAt: now }
  const { id: rentalId, end_date: end } = await made.rental({ item, ...dates })
  const on = { rentalId, origin }
  const reopen = () => correct(db, admin, { ...on, correction: 'reopen' }, later)
  expect(await failDelivery(db, admin, on, now)).toEqual(ok)
  // A waitlist entry for these days is due; another offer is for other days.
  const entryId = await made.entry({ item, start: dates.start, end, createdAt: now })
  await updateRows(db, 'waitlist_entries', entryId, { due_since: now })
  await made.offer({ item, start: addDays(today, 40), end: addDays(today, 42), createdAt: now })
  const other = await made.rental({ item, ...dates, start: addDays(today, 9) })
  expect(await reopen()).toEqual(refusal('item-not-free'))
  await updateRows(db, 'rentals', other.id, {
    start_date: addDays(today, 20),
    end_date: addDays(today, 26),
  })
  expect(await reopen()).toEqual(ok)
  const entry = await readRow(db, 'waitlist_entries', ['status', 'due_since'], entryId)
  expect(entry).toEqual({ status: 'waiting', due_since: null })
})

test('the rest of a deposit is refunded when the last rental on it ends', async () => {
  const { closet, renter, on } = await returned()
  const last = await made.rental({ renter, createdAt: now })
  expect(await keepDeposit(db, closet, { ...on, cents: 2000 }, now)).toEqual(ok)
  const released = new Date(now.getTime() + CORRECTION_HOURS * 3_600_000)
  expect(await releaseClaims(db, released)).toBeGreaterThan(0)
  const refunds = async () =>
    await db
      .selectFrom('refunds as f')
      .innerJoin('deposits as d', 'd.id', 'f.deposit_id')
      .select('f.amount_cents')
      .where('d.user_id', '=', renter.id)
      .execute()
  expect(await refunds()).toEqual([])
  expect(await cancelRental(db, renter, { rentalId: last.id, origin }, released)).toEqual(ok)
  expect(await refunds()).toEqual([{ amount_cents: 3000 }])
})
