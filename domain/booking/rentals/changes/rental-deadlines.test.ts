import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { UNDO_MINUTES } from '#domain/shared/undo-time.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { correct } from './corrections.ts'
import { confirmDelivery, denyDelivery } from './delivery-answers.ts'
import {
  approveConditions,
  askAboutDeliveries,
  cancelUndelivered,
  expireRequests,
} from './rental-deadlines.ts'
import { keepDeposit } from './rental-review.ts'
import { deliverRental, recordReturn } from './rental-steps.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

const daysLater = (days: number) => {
  const then = new Date(now.getTime() + days * 86_400_000)
  return { now: then, today: calendarDateIn('UTC', then), origin }
}
const rentalOf = (id: RentalId) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: string) => rentalEvents(pool, id)

async function returned() {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const { id } = await made.rental({ item, status: 'delivered', createdAt: now })
  const on = { rentalId: id, origin }
  await recordReturn(db, closet, on, now)
  return { closet, item, on, id }
}

const lastLineOf = async (id: RentalId) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'noun', 'before', 'after'])
    .where('noun_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const cancelled = { action: 'cancel', actor_id: null, noun: 'rental' }

test('a request without an answer is canceled in time, and everything is refunded', async () => {
  const renter = await made.shopper()
  await made.deposit(renter, { paidAt: now })
  const requested = await made.rental({ renter, start: addDays(today, 9), createdAt: now })
  const accepted = await made.rental({
    renter,
    start: today,
    status: 'confirmed',
    createdAt: now,
  })
  const soon = new Date(daysLater(1).now.getTime() - 1)
  expect(await expireRequests(db, { ...daysLater(0), now: soon })).toBe(0)
  expect(await expireRequests(db, daysLater(1))).toBe(1)
  expect(await expireRequests(db, daysLater(1))).toBe(0)
  expect(await rentalOf(requested.id)).toMatchObject({
    status: 'cancelled',
    cancellation: 'never_answered',
    cancelled_by: null,
  })
  expect(await eventsOf(requested.id)).toEqual(['expire-request'])
  expect(await lastLineOf(requested.id)).toEqual({
    ...{ ...cancelled, before: { status: 'pending' } },
    after: { status: 'cancelled', cancellation: 'never_answered' },
  })
  expect(await creditsBalance(db, renter.id, now)).toBe(14)
  expect(await rentalOf(accepted.id)).toMatchObject({ status: 'confirmed' })
})

test('both sides are asked when an undelivered rental is over, and it is canceled three days later', async () => {
  const renter = await made.shopper()
  await made.deposit(renter, { paidAt: now })
  const start = addDays(today, -6)
  const { id } = await made.rental({ renter, status: 'confirmed', start, createdAt: now })
  const out = await made.rental({ status: 'delivered', start, createdAt: now })
  expect(await askAboutDeliveries(db, daysLater(0))).toBe(0)
  expect(await cancelUndelivered(db, daysLater(1))).toBe(0)
  expect(await askAboutDeliveries(db, daysLater(1))).toBe(1)
  expect(await askAboutDeliveries(db, daysLater(1))).toBe(0)
  expect((await rentalOf(out.id)).handover_asked_at).toBeNull()
  expect(await cancelUndelivered(db, daysLater(3.9))).toBe(0)
  expect(await cancelUndelivered(db, daysLater(4))).toBe(1)
  expect(await cancelUndelivered(db, daysLater(4))).toBe(0)
  expect(await rentalOf(id)).toMatchObject({
    status: 'cancelled',
    cancellation: 'never_delivered',
    cancelled_by: null,
  })
  expect(await eventsOf(id)).toEqual(['ask-about-delivery', 'cancel-undelivered'])
  expect(await lastLineOf(id)).toEqual({
    ...{ ...cancelled, before: { status: 'confirmed' } },
    after: { status: 'cancelled', cancellation: 'never_delivered' },
  })
  expect(await creditsBalance(db, renter.id, now)).toBe(14)
  expect(await rentalOf(out.id)).toMatchObject({ status: 'delivered' })
})

test('the renter can answer instead of the closet: it was delivered, or it never arrived', async () => {
  const undelivered = async () => {
    const closet = await made.closet()
    const renter = await made.shopper()
    const { id } = await made.rental({
      renter,
      item: await made.item({ closet }),
      status: 'confirmed',
      start: addDays(today, -6),
      createdAt: now,
    })
    return { closet, renter, id }
  }
  const [there, missing] = [await undelivered(), await undelivered()]
  const late = daysLater(1)
  const answering = { rentalId: there.id, origin, today }
  expect(await confirmDelivery(db, there.renter, answering, now)).toEqual({
    ok: false,
    problem: { reason: 'not-asked' },
  })
  const stranger = await made.shopper()
  const then = { ...answering, today: late.today }
  expect(await confirmDelivery(db, stranger, then, late.now)).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  expect(await confirmDelivery(db, there.renter, then, late.now)).toMatchObject({ ok: true })
  expect(await rentalOf(there.id)).toMatchObject({
    status: 'delivered',
    delivered_by: there.renter.id,
    delivered_at: late.now,
  })
  // A renter who answered by mistake undoes it within 15 minutes and is asked again.
  const undo = { ...then, correction: 'undo-deliver' } as const
  const tooLate = { ok: false, problem: { reason: 'undo-too-late' } }
  const later = new Date(late.now.getTime() + UNDO_MINUTES * 60_000)
  expect(await correct(db, there.renter, undo, later)).toEqual(tooLate)
  expect(await correct(db, there.closet, undo, late.now)).toEqual(tooLate)
  expect(await correct(db, there.renter, undo, late.now)).toEqual({ ok: true, value: null })
  expect(await rentalOf(there.id)).toMatchObject({ status: 'confirmed', delivered_by: null })
  expect(await eventsOf(there.id)).toContain('undo-deliver')
  expect(await confirmDelivery(db, there.renter, then, late.now)).toMatchObject({ ok: true })
  // The renter cannot undo what the closet did.
  await correct(db, there.renter, undo, late.now)
  await deliverRental(db, there.closet, then, late.now)
  expect(await correct(db, there.renter, undo, late.now)).toEqual(tooLate)

  await askAboutDeliveries(db, late)
  const denying = { ...then, rentalId: missing.id }
  for (let twice = 0; twice < 2; twice++)
    expect(await denyDelivery(db, missing.renter, denying, late.now)).toMatchObject({ ok: true })
  expect(await eventsOf(missing.id)).toEqual(['ask-about-delivery', 'deny-delivery'])
  expect(await cancelUndelivered(db, daysLater(4))).toBe(1)
  expect(await rentalOf(missing.id)).toMatchObject({ cancellation: 'never_delivered' })
})

test('credits whose lot expired while the owner did not act come back', async () => {
  const renter = await made.shopper()
  const { id } = await made.rental({
    renter,
    status: 'confirmed',
    start: today,
    days: 7,
    createdAt: now,
  })
  const { rows } = await pool.query(
    `update credit_lots set expires_at = $2 where user_id = $1 returning available`,
    [renter.id, new Date(now.getTime() + 3 * 86_400_000)],
  )
  expect(rows).toEqual([{ available: 0 }])
  await askAboutDeliveries(db, daysLater(7))
  const end = daysLater(10)
  expect(await cancelUndelivered(db, end)).toBeGreaterThan(0)
  expect(await rentalOf(id)).toMatchObject({ cancellation: 'never_delivered' })
  expect(await creditsBalance(db, renter.id, end.now)).toBe(14)
})

test('a returned item is approved automatically after a week', async () => {
  const { id } = await returned()
  expect(await approveConditions(db, daysLater(6.9))).toBe(0)
  expect(await approveConditions(db, daysLater(7))).toBe(1)
  expect(await approveConditions(db, daysLater(8))).toBe(0)
  expect(await rentalOf(id)).toMatchObject({
    status: 'completed',
    condition_status: 'approved',
    condition_reviewed_by: null,
    condition_reviewed_at: daysLater(7).now,
  })
  expect(await eventsOf(id)).toEqual(['record-return', 'approve-condition'])
  expect(await lastLineOf(id)).toEqual({
    ...{ action: 'approve-condition', actor_id: null, noun: 'rental' },
    ...{ before: { status: 'delivered' }, after: { status: 'completed' } },
  })
})

test('when the job and the owner decide at once, one decision counts', async () => {
  for (let round = 0; round < 20; round++) {
    const { closet, on, id } = await returned()
    const [withheld, approved] = await Promise.all([
      keepDeposit(db, closet, { ...on, cents: 100, notes: 'Torn hem' }, daysLater(7).now),
      approveConditions(db, daysLater(7)),
    ])
    expect(withheld.ok).toBe(approved === 0)
    if (!withheld.ok)
      expect(withheld.problem).toMatchObject({
        reason: 'already-decided',
        decided: { what: 'approve-condition', by: null },
      })
    expect((await rentalOf(id)).deposit_kept_amount).toBe(withheld.ok ? 100 : 0)
  }
})

test('when the job and the owner act at the last minute, it is canceled or delivered, not both', async () => {
  for (let round = 0; round < 20; round++) {
    const closet = await made.closet()
    const item = await made.item({ closet })
    const start = addDays(today, -6)
    const { id } = await made.rental({ item, status: 'confirmed', start, createdAt: now })
    await askAboutDeliveries(db, daysLater(1))
    const [delivered, cancelled] = await Promise.all([
      deliverRental(db, closet, { rentalId: id, origin }, daysLater(4).now),
      cancelUndelivered(db, daysLater(4)),
    ])
    expect(delivered.ok).toBe(cancelled === 0)
  }
})
