import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { acceptRental, deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { acceptDates, expireProposals, keepDates, withdrawDates } from './answer-dates.ts'
import { changeDates } from './change-dates.ts'

// The invariants of the database are checked after each file.
const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'
const day = (after: number) => addDays(today, after)
const later = new Date(now.getTime() + 25 * 3_600_000)

/** A rental from day 10 to 16 whose renter would like days 12 to 25, for 14 credits more. */
async function proposed() {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2, advance_booking: true })
  const renter = await made.readyShopper({ credits: 100 })
  const request = { itemId: item.id, start: day(10), end: day(16), requestKey: newId(), origin }
  const rented = await requestRental(db, renter, request, now, today, 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
  const { rentalId } = rented.value
  const on = { rentalId, origin, today, notes: '' }
  await acceptRental(db, closet, on, now)
  const proposal = newId()
  const dates = { rentalId, start: day(12), end: day(25), requestKey: proposal, origin }
  const changed = await changeDates(db, renter, dates, now, today, 'UTC')
  if (!changed.ok) throw new Error(changed.problem.reason)
  return { closet, item, renter, on: { ...on, proposal } }
}

const stateOf = (rentalId: RentalId) =>
  db
    .selectFrom('rentals')
    .select(['status', 'start_date', 'total_credits', 'proposed_at'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()

const moved = { status: 'confirmed', start_date: day(12), total_credits: 28, proposed_at: null }
const unmoved = { ...moved, start_date: day(10), total_credits: 14 }

test('of answers at the same time, the first one counts', async () => {
  for (let race = 0; race < 6; race += 1) {
    const { closet, renter, on } = await proposed()
    const [accepted] = await Promise.all([
      acceptDates(db, closet, on, now),
      withdrawDates(db, renter, on, now),
      keepDates(db, closet, on, now),
    ])
    expect(await stateOf(on.rentalId)).toEqual(accepted.ok ? moved : unmoved)
    expect(await creditsBalance(db, renter.id, now)).toBe(accepted.ok ? 72 : 86)
  }
})

test('the end of the answer time and an answer change the dates at most once', async () => {
  for (let race = 0; race < 4; race += 1) {
    const { closet, renter, on } = await proposed()
    const [accepted] = await Promise.all([
      acceptDates(db, closet, on, now),
      expireProposals(db, { now: later, origin }),
      expireProposals(db, { now: later, origin }),
    ])
    expect(await stateOf(on.rentalId)).toEqual(accepted.ok ? moved : unmoved)
    expect(await creditsBalance(db, renter.id, now)).toBe(accepted.ok ? 72 : 86)
  }
})

test('a rental is delivered on the dates that it has at that time', async () => {
  for (let race = 0; race < 4; race += 1) {
    const { closet, on } = await proposed()
    const [accepted, delivered] = await Promise.all([
      acceptDates(db, closet, on, now),
      deliverRental(db, closet, on, now),
    ])
    expect(delivered.ok).toBe(true)
    const expected = { ...(accepted.ok ? moved : unmoved), status: 'delivered' }
    expect(await stateOf(on.rentalId)).toEqual(expected)
  }
})

test('a cancellation gives everything back, whether the dates were accepted or not', async () => {
  for (let race = 0; race < 4; race += 1) {
    const { closet, renter, on } = await proposed()
    await Promise.all([acceptDates(db, closet, on, now), cancelRental(db, renter, on, now)])
    expect((await stateOf(on.rentalId)).status).toBe('cancelled')
    expect(await creditsBalance(db, renter.id, now)).toBe(100)
  }
})

test('the new days are for one person', async () => {
  for (let race = 0; race < 4; race += 1) {
    const { closet, item, renter, on } = await proposed()
    await keepDates(db, closet, on, now)
    const rival = await made.readyShopper({ credits: 100 })
    const wanted = { itemId: item.id, start: day(20), end: day(26), requestKey: newId(), origin }
    const dates = { ...on, start: day(12), end: day(25), requestKey: newId() }
    const [rented, changed] = await Promise.all([
      requestRental(db, rival, wanted, now, today, 'UTC'),
      changeDates(db, renter, dates, now, today, 'UTC'),
    ])
    expect([rented.ok, changed.ok].filter(Boolean)).toHaveLength(1)
  }
})
