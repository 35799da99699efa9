import { expect, test } from 'vitest'
import { unresolvedRefunds } from '#domain/checkout/manual-refunds.ts'
import { cancelRental } from '#domain/rentals/rentals.ts'
import { type Bought, refundedPurchases } from '#test/refunded-purchases.ts'
import { markRefundsWithNothingLeft } from './refunds-with-nothing-left.ts'

const shop = await refundedPurchases()
const { db, clock, made, admin, origin } = shop
const { bought, rentFor, refundOf, refundsOf, finished } = shop

async function failedRefund() {
  const pack = await bought('one_time', 'refundFails')
  await refundOf(pack, 5000)
  await finished()
  return pack
}

const markedOf = async (pack: Bought) =>
  (await refundsOf(pack)).map(({ has_nothing_left }) => has_nothing_left)

const listed = async () => {
  const { rows } = await unresolvedRefunds(db, admin)
  return rows.map(({ person }) => person.id)
}

test('a failed refund whose credits are spent is marked, and listed again when they are restored', async () => {
  const [spent, owed] = [await failedRefund(), await failedRefund()]
  await made.deposit(spent.shopper)
  const rentalId = await rentFor(spent.shopper, 42)
  for (const atATime of [1, 2]) {
    await markRefundsWithNothingLeft(db, atATime)
    expect([await markedOf(spent), await markedOf(owed)]).toEqual([[true], [false]])
  }
  await cancelRental(db, spent.shopper, { rentalId, origin }, clock.now())
  expect(await listed()).toEqual([owed.shopper.id])
  await markRefundsWithNothingLeft(db, 1)
  expect(await markedOf(spent)).toEqual([false])
  expect(await listed()).toHaveLength(2)
})
