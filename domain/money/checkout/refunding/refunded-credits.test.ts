import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { endOfLastDay } from '#domain/money/credits/last-day.ts'
import { syncDispute } from '#domain/money/disputes/disputes.ts'
import { newId } from '#domain/shared/ids.ts'
import { StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import { refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow } from '#test/postgres/rows.ts'
import { resolveRefund, retryRefund } from './manual-refunds.ts'
import { makeRefund, syncRefund } from './refunds.ts'

const shop = await refundedPurchases()
const { db, clock, payments, made, admin, origin } = shop
const { bought, rentFor, refundOf, refundsOf, balanceOf, offered, finished } = shop
const { stripe, dashboard } = payments

test('a failed refund returns only the credits that nothing else has taken', async () => {
  // A loss on somebody else's purchase must not count.
  const others = await bought()
  await dashboard.refunds.create({ payment_intent: others.payment, amount: 5000 })
  await payments.processAll()
  const pack = await bought()
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 42)
  expect(await refundOf(pack, 800)).toMatchObject({ ok: true })
  await finished()
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  const part = { payment_intent: pack.payment, amount: 3575 }
  const elsewhere = await dashboard.refunds.create(part)
  expect(await refundOf(pack, 4200)).toMatchObject({ ok: true })
  await syncRefund(db, stripe, elsewhere.id, clock.now())
  // The refund fails: $8.00 and $35.75 of $50.00 are already refunded, which is 44 credits.
  await payments.processAll()
  expect((await refundsOf(pack)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  expect(await balanceOf(pack.shopper)).toBe(6)
})

test.for([
  { elsewhere: 3600, left: 14 },
  // Less than the 8 credits of the first lot.
  { elsewhere: 4400, left: 6 },
])('a failed refund returns its credits lot by lot, up to the $left still owed', async (taken) => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 42)
  await refundOf(pack, 800)
  const [{ id: first } = { id: newId() }] = await refundsOf(pack)
  const refusing = { ...stripe, refund: () => Promise.reject(new StripeRefused('Not now.')) }
  await makeRefund(db, refusing, first, clock.now())
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  const elsewhere = await dashboard.refunds.create({
    payment_intent: pack.payment,
    amount: taken.elsewhere,
  })
  // 42 credits of the pack, and the 8 that were returned.
  expect(await refundOf(pack, 5000)).toMatchObject({ ok: true })
  await syncRefund(db, stripe, elsewhere.id, clock.now())
  await payments.processAll()
  expect(await balanceOf(pack.shopper)).toBe(taken.left)
})

test('what a dashboard refund has taken is rounded to whole credits', async () => {
  const pack = await bought()
  const part = { payment_intent: pack.payment, amount: 3549 }
  const elsewhere = await dashboard.refunds.create(part)
  expect(await refundOf(pack, 5000)).toMatchObject({ ok: true })
  await syncRefund(db, stripe, elsewhere.id, clock.now())
  await payments.processAll()
  expect(await balanceOf(pack.shopper)).toBe(15)
})

test('returned credits last as long as they had left, and at least until the end of the day', async () => {
  const pack = await bought('one_time', 'refundFails')
  const { expires_at: until } = await readRow(db, 'credit_lots', 'expires_at', {
    user_id: pack.shopper.id,
  })
  clock.set(until)
  expect(await offered(pack)).toBe(undefined)
  clock.set(new Date(until.getTime() - 500))
  expect(await refundOf(pack, 5000)).toMatchObject({ ok: true })
  await finished()
  const lots = await db
    .selectFrom('credit_lots')
    .select(['expires_at', 'available'])
    .where('user_id', '=', pack.shopper.id)
    .where('expires_at', '>', until)
    .execute()
  expect(lots).toEqual([
    {
      expires_at: endOfLastDay(new Date(clock.now().getTime() + 1000), 'America/New_York'),
      available: 50,
    },
  ])
})

test('a single credit is refunded, and returned when its refund fails', async () => {
  const pack = await bought('one_time', 'refundFails')
  await made.deposit(pack.shopper)
  await rentFor(pack.shopper, 49)
  expect(await offered(pack)).toMatchObject({ cents: 100, credits: 1 })
  expect(await refundOf(pack, 100)).toMatchObject({ ok: true })
  expect(await balanceOf(pack.shopper)).toBe(0)
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(1)
  expect(await offered(pack)).toMatchObject({ cents: 100, credits: 1 })
})

test('when the buyer’s half of a gift is spent, only its code is refunded', async () => {
  const gift = await bought('gift')
  await made.deposit(gift.shopper)
  await made.credits(gift.shopper, 6)
  await rentFor(gift.shopper, 56)
  expect(await refundOf(gift, 2500)).toMatchObject({ ok: true })
  await finished()
  expect(await refundsOf(gift)).toMatchObject([{ status: 'succeeded', credits: 50 }])
  expect(await offered(gift)).toBe(undefined)
})

test('a failed refund cannot be made again once its credits have expired', async () => {
  const pack = await bought('one_time', 'refundFails')
  expect(await refundOf(pack, 5000)).toMatchObject({ ok: true })
  await finished()
  const { expires_at } = await db
    .selectFrom('credit_lots')
    .select('expires_at')
    .where('user_id', '=', pack.shopper.id)
    .where('available', '>', 0)
    .executeTakeFirstOrThrow()
  const nothing = { ok: false, problem: { reason: 'nothing-left' } }
  const [failed] = await refundsOf(pack)
  expect(await retryRefund(db, admin, failed?.id ?? newId(), expires_at)).toEqual(nothing)
})

test('a failed refund of a gift cannot be made again once its code has expired', async () => {
  const gift = await bought('gift', 'refundFails')
  expect(await refundOf(gift, 5000)).toMatchObject({ ok: true })
  await finished()
  const { expires_at } = await readRow(db, 'gift_codes', 'expires_at', { order_id: gift.orderId })
  clock.set(expires_at)
  expect(await balanceOf(gift.shopper)).toBe(50)
  const before = await refundsOf(gift)
  const refundId = before[0]?.id ?? newId()
  const nothing = { ok: false, problem: { reason: 'nothing-left' } }
  expect(await retryRefund(db, admin, refundId, clock.now())).toEqual(nothing)
  const byHand = { refundId, cents: 5000, note: 'Cash' }
  expect(await resolveRefund(db, admin, byHand, clock.now())).toEqual(nothing)
  expect(await refundsOf(gift)).toEqual(before)
  expect(await balanceOf(gift.shopper)).toBe(50)
})

test('credits that are returned while their payment is disputed are on hold until it is won', async () => {
  const pack = await bought('one_time', 'disputed')
  expect(await refundOf(pack, 5000)).toMatchObject({ ok: true })
  clock.advance({ hours: 1 })
  const { data } = await dashboard.disputes.list({ payment_intent: pack.payment })
  const dispute = data[0]?.id ?? ''
  await syncDispute(db, stripe, dispute, clock.now())
  const [{ id: refund } = { id: newId() }] = await refundsOf(pack)
  await makeRefund(db, stripe, refund, clock.now())
  expect(await refundsOf(pack)).toMatchObject([{ status: 'failed', failure: 'charge_disputed' }])
  expect(await balanceOf(pack.shopper)).toBe(0)
  await payments.processAll()
  const evidence = { uncategorized_text: 'winning_evidence' }
  await dashboard.disputes.update(dispute, { evidence, submit: true })
  clock.advance({ seconds: 1 })
  await payments.processAll()
  expect(await balanceOf(pack.shopper)).toBe(50)
  expect(await offered(pack)).toMatchObject({ cents: 5000, credits: 50 })
})
