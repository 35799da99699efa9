import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { extendRental } from '#domain/booking/rentals/changes/extend-rental.ts'
import { deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { endOfLastDay } from '#domain/money/credits/last-day.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { assertOk, returnedRentals } from '#test/make/returning.ts'
import { readRows } from '#test/postgres/rows.ts'

const world = await returnedRentals()
const { db, made, now, hours, today, origin, ask, answer, returnItem, requestOf, balanceOf } = world

/** A renter with two lots: 8 credits that expire soon, and 30 later ones. */
async function renterWithLots() {
  const renter = await made.shopper()
  await made.deposit(renter)
  await made.credits(renter, 8, { now, expiresAt: hours(100) })
  await made.credits(renter, 30, { now, expiresAt: hours(1000) })
  return renter
}

const lotsOf = ({ id }: Shopper) =>
  readRows(
    db,
    'credit_lots',
    ['source', 'available', 'spent', 'expired', 'revoked', 'owed', 'expires_at'],
    { user_id: id },
    'expires_at',
  )

/** Rented for 14 credits, 8 of the first lot and 6 of the other; accepted, returned at `when`. */
async function sentBack(reason: 'does_not_fit' | 'not_as_described', when: Date) {
  const renter = await renterWithLots()
  const rental = await world.delivered({ renter })
  assertOk(await ask(rental, reason))
  assertOk(await answer(rental, 'accept'))
  await returnItem(rental, when)
  return { ...rental, renter }
}

test('the latest movements are restored first, with the credits that last longest', async () => {
  const { renter } = await sentBack('does_not_fit', hours(1))
  expect(await lotsOf(renter)).toMatchObject([
    { available: 4, spent: 4 },
    { available: 30, spent: 0 },
  ])
})

test('credits of a lot that has expired since come back with the time that they had left', async () => {
  const expires_at = endOfLastDay(hours(300), 'America/New_York')
  const fitting = await sentBack('does_not_fit', hours(200))
  expect(await lotsOf(fitting.renter)).toMatchObject([
    { available: 4, spent: 4, expired: 0, expires_at },
    { available: 30, spent: 0 },
  ])
  expect(await requestOf(fitting)).toMatchObject({ credits_back: 10 })
  expect(await balanceOf(fitting.renter, hours(200))).toBe(34)
  const described = await sentBack('not_as_described', hours(200))
  expect(await lotsOf(described.renter)).toMatchObject([
    { available: 8, spent: 0, expired: 0, expires_at },
    { available: 30, spent: 0 },
  ])
})

test('credits that a lot owes or lost in a dispute are revoked, not restored', async () => {
  const renter = await renterWithLots()
  const rental = await world.delivered({ renter })
  assertOk(await ask(rental, 'not_as_described'))
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, renter.id)
    const late = tx.updateTable('credit_lots').where('user_id', '=', renter.id)
    await late.set({ owed: 5 }).where('expires_at', '=', hours(100)).execute()
  })
  assertOk(await answer(rental, 'accept'))
  await returnItem(rental, hours(1))
  expect(await lotsOf(renter)).toMatchObject([
    { available: 3, spent: 0, revoked: 5, owed: 0 },
    { available: 30, spent: 0 },
  ])
})

test('an extension is a later movement, so it is restored first', async () => {
  const renter = await renterWithLots()
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2, fit_returns: true })
  const dates = { start: today, end: addDays(today, 6) }
  const requestKey = newId()
  const request = { itemId: item.id, ...dates, requestKey, origin }
  const requested = await requestRental(db, renter, request, now, today, 'UTC')
  if (!requested.ok) throw new Error(requested.problem.reason)
  const on = { rentalId: requested.value.rentalId, origin, today }
  const longer = { ...on, end: addDays(today, 13), requestKey: newId() }
  assertOk(await extendRental(db, renter, longer, hours(1), today))
  assertOk(await deliverRental(db, closet, { ...on, note: '' }, hours(1)))
  const rental = { closet, item, renter, rentalId: on.rentalId, on }
  assertOk(await ask(rental, 'does_not_fit', hours(1)))
  assertOk(await answer(rental, 'accept', { when: hours(2) }))
  await returnItem(rental, hours(3))
  // 24 of 28 credits are restored: 14 of the extension, 6 of the later lot, 4 of the first one.
  expect(await requestOf(rental)).toMatchObject({ credits_back: 24 })
  expect(await lotsOf(renter)).toMatchObject([
    { available: 4, spent: 4 },
    { available: 30, spent: 0 },
  ])
})
