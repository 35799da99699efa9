import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { statementPage } from '#domain/money/credits/statement.ts'
import { extendableRentals } from '#test/make/extending.ts'
import { readRows } from '#test/postgres/rows.ts'
import { correct } from './corrections.ts'
import { acceptRental, failDelivery } from './rental-steps.ts'

const { db, made, now, origin, day, ...extending } = await extendableRentals()
const { rented, rentItem, extend, balanceOf } = extending

test('the statement names an extension, and canceling returns both payments', async () => {
  const { renter, rentalId } = await rented()
  await extend(renter, rentalId, { end: day(12) })
  await cancelRental(db, renter, { rentalId, origin }, now)
  expect(await balanceOf(renter)).toBe(100)
  const { rows } = await statementPage(db, renter, null)
  const lines = rows.map(({ kind, amount, isExtension }) => [kind, amount, isExtension])
  expect(lines.toSorted()).toEqual([
    ['cancellation', 28, false],
    ['grant', 100, false],
    ['rental', -14, false],
    ['rental', -14, true],
  ])
})

test('a reopened rental is charged with its extension again, and can be extended further', async () => {
  const { renter, closet, rentalId, on } = await rented()
  await extend(renter, rentalId, { end: day(12) })
  await failDelivery(db, closet, on, now)
  expect(await balanceOf(renter)).toBe(100)
  const admin = await made.admin()
  expect(await correct(db, admin, { ...on, correction: 'reopen' }, now)).toMatchObject({ ok: true })
  expect(await balanceOf(renter)).toBe(72)
  await extend(renter, rentalId, { end: day(18) })
  expect(await balanceOf(renter)).toBe(58)
  await failDelivery(db, closet, on, now)
  expect(await balanceOf(renter)).toBe(100)
})

test('a lot that paid for the rental and the extension owes and expires once', async () => {
  const hours = (more: number) => new Date(now.getTime() + more * 3_600_000)
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2 })
  const renter = await made.shopper()
  await made.deposit(renter)
  await made.credits(renter, 40, { now, expiresAt: hours(100) })
  const { rentalId, on } = await rentItem(renter, item, 3, 9)
  await acceptRental(db, closet, on, now)
  await extend(renter, rentalId, { end: day(12), when: hours(40) })
  await failDelivery(db, closet, on, hours(200))
  // The lot had 100 hours left when it paid first; it lasts so long again, until the end of that day
  // in New York. The 12 credits that were left in it have expired.
  const lots = await readRows(
    db,
    'credit_lots',
    ['available', 'expired', 'expires_at'],
    { user_id: renter.id },
    'expires_at',
  )
  expect(lots).toEqual([
    { available: 28, expired: 12, expires_at: new Date('2026-12-03T05:00:00Z') },
  ])
})

test('credits that a lot owes are revoked once when both payments return', async () => {
  const { renter, rentalId } = await rented()
  await extend(renter, rentalId, { end: day(12) })
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, renter.id)
    await tx.updateTable('credit_lots').set({ owed: 20 }).where('user_id', '=', renter.id).execute()
  })
  await cancelRental(db, renter, { rentalId, origin }, now)
  expect(
    await readRows(db, 'credit_lots', ['available', 'spent', 'revoked', 'owed'], {
      user_id: renter.id,
    }),
  ).toEqual([{ available: 80, spent: 0, revoked: 20, owed: 0 }])
})
