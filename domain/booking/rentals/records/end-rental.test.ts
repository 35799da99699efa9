import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { lateRentals } from '#test/make/late-rentals.ts'
import { undoRental } from './end-rental.ts'
import { lockRental } from './rental-locks.ts'

const { db, made, clock, start, todayIs, watch, rentalOf, booked } = await lateRentals()

/** Joins the waitlist of an item, for days that start this many days after November 20. */
const waitFor = (item: { readonly id: ItemId }, days: number) =>
  made.entry({
    ...{ item, start: addDays(start, days), end: addDays(start, days + 6) },
    createdAt: clock.now(),
  })
const statusOf = async (entry: WaitlistEntryId) =>
  await db
    .selectFrom('waitlist_entries')
    .select('status')
    .where('id', '=', entry)
    .executeTakeFirst()

test('the days of a rental that ends are offered to the waitlist', async () => {
  const { item, id } = await booked(10)
  const entry = await waitFor(item, 10)
  await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, id)
    if (!rental) throw new Error('no rental')
    const cancelled = { status: 'cancelled', cancellation: 'delivery_failed' } as const
    const end = { ...cancelled, cancelled_at: clock.now() }
    await tx.updateTable('rentals').set(end).where('id', '=', id).execute()
    await undoRental(tx, rental, clock.now())
  })
  expect(await statusOf(entry)).toEqual({ status: 'offered' })
})

test('an overdue item is offered for the next days once its return is recorded', async () => {
  const { closet, item, on } = await booked(20)
  clock.set('2026-11-21T15:00:00Z')
  const entry = await waitFor(item, 3)
  const returned = await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())
  expect(returned).toEqual({ ok: true, value: null })
  expect(await statusOf(entry)).toEqual({ status: 'offered' })
  expect(await rentalOf(on.rentalId)).toMatchObject({ returned_on: '2026-11-21' })
})

test('a rental is no longer at risk once the late item is returned', async () => {
  const { closet, late, id, on } = await booked()
  clock.set('2026-11-21T15:00:00Z')
  expect(await watch()).toBe(1)
  expect(await rentalOf(id)).toMatchObject({ at_risk_from: late.id })
  await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())
  expect(await rentalOf(id)).toMatchObject({ at_risk_since: null, at_risk_from: null })
})
