import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import {
  resolveRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import { newId } from '#domain/shared/ids.ts'
import { type Bought, refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow } from '#test/postgres/rows.ts'
import { markRefundsWithNothingLeft } from './refunds-with-nothing-left.ts'

const shop = await refundedPurchases()
const { db, clock, made, admin, origin } = shop
const { bought, rentFor, refundOf, refundsOf, finished } = shop

async function failedRefund(product: 'one_time' | 'gift' = 'one_time') {
  const pack = await bought(product, 'refundFails')
  await refundOf(pack, 5000)
  await finished()
  return pack
}

const nothingLeftFlags = async (pack: Bought) =>
  (await refundsOf(pack)).map(({ has_nothing_left }) => has_nothing_left)

const listed = async () => {
  const { rows } = await unresolvedRefunds(db, admin)
  return rows.map(({ person }) => person.id)
}

test('a failed refund whose credits are spent is marked, and listed again when they are restored', async () => {
  const [spent, owed] = [await failedRefund(), await failedRefund()]
  await made.deposit(spent.shopper)
  const rentalId = await rentFor(spent.shopper, 42)
  for (const batchSize of [1, 2]) {
    await markRefundsWithNothingLeft(db, clock.now(), batchSize)
    expect([await nothingLeftFlags(spent), await nothingLeftFlags(owed)]).toEqual([[true], [false]])
  }
  await cancelRental(db, spent.shopper, { rentalId, origin }, clock.now())
  expect(await listed()).toEqual([owed.shopper.id])
  await markRefundsWithNothingLeft(db, clock.now(), 1)
  expect(await nothingLeftFlags(spent)).toEqual([false])
  expect(await listed()).toHaveLength(2)
})

test('a failed refund of a gift is marked once its code has expired', async () => {
  const gift = await failedRefund('gift')
  const { expires_at: until } = await readRow(db, 'gift_codes', 'expires_at', {
    order_id: gift.orderId,
  })
  clock.set(new Date(until.getTime() - 1))
  await markRefundsWithNothingLeft(db, clock.now())
  expect(await listed()).toContain(gift.shopper.id)
  const [failed] = await refundsOf(gift)
  const byHand = { refundId: failed?.id ?? newId(), cents: 1, note: 'Cash' }
  expect(await resolveRefund(db, admin, byHand, clock.now())).toMatchObject({
    problem: { reason: 'amount-changed', owedCents: 5000 },
  })
  clock.set(until)
  expect(await resolveRefund(db, admin, byHand, clock.now())).toMatchObject({
    problem: { reason: 'nothing-left' },
  })
  await markRefundsWithNothingLeft(db, clock.now())
  expect(await nothingLeftFlags(gift)).toEqual([true])
  expect(await listed()).not.toContain(gift.shopper.id)
})
