import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { approveCondition, keepDeposit } from './rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from './rental-steps.ts'

const { db, made, now, ok, lent, returned, rentalOf, isAvailable, eventsOf } = await lentRentals()

test('another closet’s rental is not found, nor can a renter take the closet’s steps', async () => {
  const { on, item } = await lent('delivered')
  const steps = [
    acceptRental,
    deliverRental,
    failDelivery,
    markLate,
    recordReturn,
    approveCondition,
  ]
  const other = await made.closet()
  const renterWithCloset = await made.closet()
  const theirs = await made.rental({ item: await made.item(), renter: renterWithCloset })
  for (const step of steps) {
    const notFound = { ok: false, problem: { reason: 'rental-not-found' } }
    expect(await step(db, other, on, now)).toEqual(notFound)
    expect(await step(db, other, { ...on, rentalId: newId() }, now)).toEqual(notFound)
    expect(await step(db, renterWithCloset, { ...on, rentalId: theirs.id }, now)).toEqual(notFound)
  }
  expect(await keepDeposit(db, other, { ...on, cents: 1 }, now)).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  expect(await isAvailable(item)).toBe(false)
})

test('a step cannot be taken before the one it depends on', async () => {
  const { closet, on } = await lent()
  const notYet = { ok: false, problem: { reason: 'not-yet' } }
  expect(await markLate(db, closet, on, now)).toEqual(notYet)
  expect(await recordReturn(db, closet, on, now)).toEqual(notYet)
  expect(await approveCondition(db, closet, on, now)).toEqual(notYet)
  await deliverRental(db, closet, on, now)
  expect(await keepDeposit(db, closet, { ...on, cents: 5 }, now)).toEqual(notYet)
})

test('a late decision is refused with the earlier decision, its author and time', async () => {
  const { closet, on } = await returned()
  const admin = await made.admin()
  expect(await keepDeposit(db, closet, { ...on, cents: 1234 }, now)).toEqual(ok)
  const decided = { what: 'keep-deposit', by: closet.fullName, at: now, withheldCents: 1234 }
  const results = { ok: false, problem: { reason: 'already-decided', decided } }
  expect(await approveCondition(db, admin, on, now)).toEqual(results)
  expect(await keepDeposit(db, admin, { ...on, cents: 1234 }, now)).toEqual(results)
  expect(await recordReturn(db, closet, on, now)).toEqual(results)
  const approved = await returned()
  expect(await approveCondition(db, approved.closet, approved.on, now)).toEqual(ok)
  expect(await recordReturn(db, approved.closet, approved.on, now)).toMatchObject({
    problem: { reason: 'already-decided', decided: { what: 'approve-condition' } },
  })
})

test('an item cannot be delivered while somebody else has it', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, title: 'Gown', advance_booking: true })
  const rent = async (start: string, status: 'cancelled' | 'completed' | 'delivered' | 'pending') =>
    (await made.rental({ item, start, status, createdAt: now })).id
  await rent('2026-09-01', 'cancelled')
  await rent('2026-09-10', 'completed')
  const out = await made.rental({
    ...{ item, start: '2026-10-01', status: 'delivered', createdAt: now },
    renter: await made.shopper({ full_name: 'Mia Moss' }),
  })
  // Another item does not matter.
  await made.rental({ status: 'delivered', createdAt: now })
  const on = { rentalId: await rent('2026-12-01', 'pending'), origin: '', notes: '' }
  const deliver = async () => await deliverRental(db, closet, on, now)
  expect(await deliver()).toEqual({
    ok: false,
    problem: { reason: 'still-out', title: 'Gown', renter: 'Mia Moss' },
  })
  expect(await recordReturn(db, closet, { ...on, rentalId: out.id }, now)).toEqual(ok)
  expect(await deliver()).toEqual(ok)
})

test('a withheld amount is in whole cents, from one cent to the full deposit', async () => {
  const { closet, on } = await returned()
  for (const cents of [0, -1, 1.5, 5001, Number.NaN, Number.POSITIVE_INFINITY])
    expect(await keepDeposit(db, closet, { ...on, cents }, now)).toEqual({
      ok: false,
      problem: { reason: 'amount-invalid', maxCents: 5000 },
    })
  const { deposit_id } = await rentalOf(on)
  const withheld = async (kept_cents: number) =>
    await db.updateTable('deposits').set({ kept_cents }).where('id', '=', deposit_id).execute()
  await withheld(1)
  expect(await keepDeposit(db, closet, { ...on, cents: 5000 }, now)).toMatchObject({ ok: false })
  expect(await rentalOf(on)).toMatchObject({ deposit_kept_amount: 0, status: 'delivered' })
  await withheld(0)
  const use = { use: 'handover', owner_id: closet.id, attached_at: null } as const
  const { id: photo } = await made.image(use)
  const all = { ...on, cents: 5000, imageIds: [photo] }
  expect(await keepDeposit(db, closet, all, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ deposit_kept_amount: 5000, status: 'completed' })
  expect(await handoversOf(db, [on.rentalId])).toMatchObject([
    { step: 'review', imageIds: [photo] },
  ])
})

test('withholding requires a reason', async () => {
  const { closet, on } = await returned()
  for (const notes of ['', ' \n '])
    expect(await keepDeposit(db, closet, { ...on, cents: 100, notes }, now)).toEqual({
      ok: false,
      problem: { reason: 'reason-missing' },
    })
  expect(await rentalOf(on)).toMatchObject({ status: 'delivered', deposit_kept_amount: 0 })
})

test('an item cannot be marked late on its last day, but from the day after', async () => {
  const { closet, on } = await lent('delivered')
  const { end_date: lastDay } = await rentalOf(on)
  const late = (today: CalendarDate) => markLate(db, closet, { ...on, today }, now)
  expect(await late(addDays(on.today, -1))).toEqual({
    ok: false,
    problem: { reason: 'not-late-yet', lastDay },
  })
  expect(await rentalOf(on)).toMatchObject({ return_status: 'pending', late_at: null })
  expect(await eventsOf(on)).toEqual([])
  expect(await late(on.today)).toEqual(ok)
})

test('handover photos must be uploaded by the person who takes the step', async () => {
  const { closet, on } = await lent()
  const picture = (owner: { id: PersonId }) =>
    made.image({ use: 'handover', owner_id: owner.id, attached_at: null })
  const foreign = await picture(await made.shopper())
  expect(await deliverRental(db, closet, { ...on, imageIds: [foreign.id] }, now)).toEqual({
    ok: false,
    problem: { reason: 'image-unknown' },
  })
  expect(await rentalOf(on)).toMatchObject({ status: 'pending' })
  const own = await picture(closet)
  expect(await deliverRental(db, closet, { ...on, imageIds: [own.id, own.id] }, now)).toEqual(ok)
  expect(await handoversOf(db, [on.rentalId])).toMatchObject([{ imageIds: [own.id], note: '' }])
})
