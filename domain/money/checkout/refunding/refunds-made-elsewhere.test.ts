import { expect, test } from 'vitest'
import { acceptRental, failDelivery } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { newId } from '#domain/shared/ids.ts'
import { inTurn } from '#test/in-turn.ts'
import { refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { resolveRefund } from './manual-refunds.ts'
import { syncRefund } from './refunds.ts'

const shop = await refundedPurchases()
const { db, clock, payments, made, admin, origin } = shop
const { bought, rentFor, refundOf, refundsOf, balanceOf, offered, failedOnes, finished } = shop
const { stripe, dashboard } = payments

test('credits revoked by a dashboard refund stay revoked when it fails', async () => {
  const pack = await bought('one_time', 'refundFails')
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 7)
  expect(await refundOf(pack, 4300)).toMatchObject({ ok: true })
  await finished()
  const [failed] = await failedOnes(pack)
  const manually = { refundId: failed?.id ?? newId(), cents: 4300, note: 'Cash' }
  expect(await resolveRefund(db, admin, manually, clock.now())).toMatchObject({ ok: true })
  await dashboard.refunds.create({ payment_intent: pack.payment, amount: 4000 })
  await finished()
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  expect(await balanceOf(pack.shopper)).toBe(0)
})

test('refunding a payment in part and then in Stripe’s dashboard revokes each credit once', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  await rentFor(pack.shopper, 35)
  expect(await refundOf(pack, 1500)).toMatchObject({ ok: true })
  await finished()
  await dashboard.refunds.create({ payment_intent: pack.payment, amount: 3500 })
  await payments.processAll()
  const [loss] = await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_intent', '=', pack.payment)
    .execute()
  expect(loss).toMatchObject({ loss_credits: 35, loss_cents: 3500 })
  expect(await offered(pack)).toBe(undefined)
})

test('credits that replace expired ones can be refunded, and are revoked with their payment', async () => {
  const [pack, other] = [await bought(), await bought()]
  const rentalIds = []
  for (const { shopper } of [pack, other]) {
    await made.deposit(shopper)
    rentalIds.push(await rentFor(shopper, 14))
  }
  for (const rentalId of rentalIds)
    expect(await acceptRental(db, admin, { rentalId, origin }, clock.now())).toMatchObject({
      ok: true,
    })
  clock.advance({ days: 100 })
  for (const rentalId of rentalIds) await failDelivery(db, admin, { rentalId, origin }, clock.now())
  expect(await balanceOf(pack.shopper)).toBe(14)
  // The other 36 have expired.
  expect(await offered(pack)).toMatchObject({ cents: 1400, credits: 14 })
  expect(await refundOf(pack, 1400)).toMatchObject({ ok: true })
  await finished()
  expect(await offered(pack)).toBe(undefined)
  expect(await balanceOf(pack.shopper)).toBe(0)
  await dashboard.refunds.create({ payment_intent: other.payment, amount: 5000 })
  await finished()
  expect(await balanceOf(other.shopper)).toBe(0)
  const [loss] = await readRows(db, 'disputes', ['loss_credits', 'loss_cents'], {
    payment_intent: other.payment,
  })
  expect(loss).toEqual({ loss_credits: 0, loss_cents: 0 })
})

test('when a refund made in the dashboard fails after ours was refused, an admin decides on its credits', async () => {
  const purchase = await bought('one_time', 'refundFails')
  const part = { payment_intent: purchase.payment, amount: 3500 }
  const elsewhere = await dashboard.refunds.create(part)
  expect(await refundOf(purchase, 5000)).toMatchObject({ ok: true })
  // Reported before ours is requested: all credits are revoked already.
  await syncRefund(db, stripe, elsewhere.id, clock.now())
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await refundsOf(purchase)).toMatchObject([{ status: 'failed', credits: 50 }])
  expect(await balanceOf(purchase.shopper)).toBe(15)
  const events = await readRows(db, 'disputes', ['kind', 'status', 'loss_cents'], {
    payment_intent: purchase.payment,
  })
  expect(events).toEqual([{ kind: 'refund', status: 'won', loss_cents: 0 }])
})

test.for([
  'claimed first',
  'refunded first',
] as const)('a code that is claimed while its gift is refunded in the dashboard: %s', async (order) => {
  const gift = await bought('gift')
  const friend = await made.shopper()
  const codeOf = () =>
    readRow(db, 'gift_codes', ['code', 'claimed', 'revoked_at'], { order_id: gift.orderId })
  const { code } = await codeOf()
  const elsewhere = await dashboard.refunds.create({ payment_intent: gift.payment, amount: 5000 })
  const claim = () => claimGiftCode(db, friend, code, clock.now())
  const refund = () => syncRefund(db, stripe, elsewhere.id, clock.now())
  const isClaimed = order === 'claimed first'
  await inTurn(
    shop,
    ['select from gift_codes where code = $1 for update', code],
    isClaimed ? [claim, refund] : [refund, claim],
  )
  expect(await codeOf()).toMatchObject({
    claimed: isClaimed,
    revoked_at: isClaimed ? null : clock.now(),
  })
  expect(await balanceOf(friend)).toBe(isClaimed ? 50 : 0)
  expect(await balanceOf(gift.shopper)).toBe(0)
  const loss = await db
    .selectFrom('disputes')
    .select(['loss_credits', 'loss_cents'])
    .where('id', '=', elsewhere.id)
    .executeTakeFirst()
  expect(loss).toEqual(
    isClaimed ? { loss_credits: 50, loss_cents: 2500 } : { loss_credits: 0, loss_cents: 0 },
  )
})
