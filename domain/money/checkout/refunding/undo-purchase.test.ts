import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { type Bought, refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRows } from '#test/postgres/rows.ts'
import { undoablePurchases, undoPurchase } from './undo-purchase.ts'

const shop = await refundedPurchases()
const { db, clock, payments, made, origin } = shop
const { bought, rentFor, refundOf, refundsOf, balanceOf, finished } = shop
const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000)
const undo = ({ shopper, orderId }: Bought, now = clock.now()) =>
  undoPurchase(db, shopper, orderId, now)
const offered = async ({ shopper }: Bought, now = clock.now()) =>
  (await undoablePurchases(db, shopper, now)).map(({ cents }) => cents)
const done = { ok: true, value: { cents: 5000 } }
const refused = { ok: false, problem: { reason: 'not-undoable' } }

test('an untouched pack is undone once, for its whole price, and its credits are gone', async () => {
  const pack = await bought()
  expect(await offered(pack)).toEqual([5000])
  expect(await Promise.all([undo(pack), undo(pack)])).toEqual([done, done])
  expect(await balanceOf(pack.shopper)).toBe(0)
  expect(await offered(pack)).toEqual([])
  await finished()
  expect(await undo(pack)).toEqual(done)
  expect(await refundsOf(pack)).toMatchObject([
    { status: 'succeeded', amount_cents: 5000, credits: 50 },
  ])
  const { data } = await payments.dashboard.refunds.list({ payment_intent: pack.payment })
  expect(data.map(({ amount }) => amount)).toEqual([5000])
  const act = { noun_id: pack.shopper.id, action: 'undo purchase' }
  expect(await readRows(db, 'audit_log', ['actor_id', 'after'], act)).toEqual([
    { actor_id: pack.shopper.id, after: { cents: 5000, credits: 50 } },
  ])
})

test('not after 24 hours, nor somebody else’s, nor a gift, nor what an admin refunds', async () => {
  const pack = await bought()
  expect(await undo(pack, hours(24))).toEqual(refused)
  expect(await undoPurchase(db, await made.shopper(), pack.orderId, clock.now())).toEqual(refused)
  const gift = await bought('gift')
  expect(await offered(gift)).toEqual([])
  expect(await undo(gift)).toEqual(refused)
  const other = await bought()
  await made.deposit(other.shopper)
  await rentFor(other.shopper, 14)
  expect(await refundOf(other, 3600)).toMatchObject({ ok: true })
  expect(await undo(other)).toEqual(refused)
})

test('a pack of which a rental took credits can be undone once they are back', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 14)
  expect(await offered(pack)).toEqual([])
  expect(await undo(pack)).toEqual(refused)
  expect(await balanceOf(pack.shopper)).toBe(36)
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  expect(await undo(pack)).toEqual(done)
  expect(await balanceOf(pack.shopper)).toBe(0)
})

test('a refund that fails returns the credits, and a disputed pack is not undone', async () => {
  const pack = await bought('one_time', 'refundFails')
  expect(await undo(pack)).toEqual(done)
  await finished()
  expect(await refundsOf(pack)).toMatchObject([{ status: 'failed' }])
  expect(await balanceOf(pack.shopper)).toBe(50)
})

test('spending and undoing at once: one of them happens', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  const [rented, undone] = await Promise.allSettled([rentFor(pack.shopper, 14), undo(pack)])
  const isRented = rented.status === 'fulfilled'
  expect(undone).toMatchObject({ status: 'fulfilled', value: isRented ? refused : done })
  expect(await balanceOf(pack.shopper)).toBe(isRented ? 36 : 0)
})
