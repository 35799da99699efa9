import { expect, test } from 'vitest'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  resolveRefund,
  retryRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import { syncRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { newId } from '#domain/shared/ids.ts'
import { paidDeposits } from '#test/make/paid-deposits.ts'
import { findDeposit, requestRefund } from './deposits.ts'

const {
  db,
  made,
  clock,
  now,
  payments,
  stripe,
  origin,
  ok,
  makeClaimsFinal,
  renterWith,
  depositOf,
  refundsOf,
  charged,
} = await paidDeposits()

test('a refund made just before a crash is not made again', async () => {
  const { renter, payment } = await renterWith(0)
  await requestRefund(db, renter, now)
  const [recorded] = await refundsOf(renter)
  if (!recorded) throw new Error('nothing was recorded')
  // The job's call to Stripe, followed by a crash before its transaction.
  await stripe.refund({ refundId: recorded.id, paymentIntent: payment, amountCents: 5000 })
  await reconcile(db, stripe, now)
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded' }])
  expect(await charged(payment)).toBe(0)
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000, closed_at: now })
})

test('a refund that we have not recorded yet is matched to ours by its webhook', async () => {
  const { renter, payment } = await renterWith(0)
  await requestRefund(db, renter, now)
  const [recorded] = await refundsOf(renter)
  if (!recorded) throw new Error('nothing was recorded')
  await stripe.refund({ refundId: recorded.id, paymentIntent: payment, amountCents: 5000 })
  await payments.deliver()
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ id: recorded.id, status: 'succeeded' }])
  const elsewhere = await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_intent', '=', payment)
    .execute()
  expect(elsewhere).toEqual([])
})

test('a refund that takes a while is followed until it arrives', async () => {
  const { renter } = await renterWith(0, 'refundWaits')
  await requestRefund(db, renter, now)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'pending' }])
  expect(await depositOf(renter)).toMatchObject({ closed_at: null, refunded_cents: 0 })
  // While the refund is pending, the shopper can pay a new deposit.
  expect(await findDeposit(db, renter.id)).toBeNull()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded' }])
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000, closed_at: clock.now() })
})

test('a refund that fails after it succeeded is owed again, and an admin can retry it', async () => {
  const admin = await made.admin()
  const { renter, payment } = await renterWith(0, 'refundFails')
  await requestRefund(db, renter, now)
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000 })
  const second = await payments.holdDeposit(renter)
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const [failed] = await refundsOf(renter)
  if (!failed) throw new Error('there is no refund')
  expect(failed).toMatchObject({ status: 'failed', failure: 'expired_or_canceled_card' })
  const owed = await db
    .selectFrom('deposits')
    .selectAll()
    .where('payment_intent', '=', payment)
    .executeTakeFirstOrThrow()
  expect(owed).toMatchObject({ refunded_cents: 0, closed_at: null })
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: null })
  const { rows } = await unresolvedRefunds(db, admin)
  expect(rows).toMatchObject([{ id: failed.id, cents: 5000, person: { id: renter.id } }])

  const tries = [1, 2].map(() => retryRefund(db, admin, failed.id, clock.now()))
  expect((await Promise.all(tries)).filter((outcome) => outcome.ok)).toHaveLength(1)
  expect((await unresolvedRefunds(db, admin)).rows).toEqual([])
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const [again] = (await unresolvedRefunds(db, admin)).rows
  if (!again) throw new Error('the retry is not shown')
  const what = { refundId: again.id, cents: 5000, note: 'Paid by bank transfer' }
  const finished = [1, 2].map(() => resolveRefund(db, admin, what, clock.now()))
  expect((await Promise.all(finished)).filter((outcome) => outcome.ok)).toHaveLength(1)
  expect((await unresolvedRefunds(db, admin)).rows).toEqual([])
  const stripeId = (await refundsOf(renter)).at(-1)?.stripe_refund_id ?? ''
  await syncRefund(db, stripe, stripeId, clock.now())
  const after = await db
    .selectFrom('deposits')
    .selectAll()
    .where('payment_intent', '=', payment)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ refunded_cents: 5000, closed_at: clock.now() })
  expect(await charged(second)).toBe(5000)
})

test('two failed refunds of one deposit are retried one at a time', async () => {
  const admin = await made.admin()
  const { renter, payment } = await renterWith(0, 'refundFails')
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 2000 })
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const failed = await refundsOf(renter)
  expect(failed).toMatchObject([
    { status: 'failed', amount_cents: 2000, reason: 'made_at_stripe' },
    { status: 'failed', amount_cents: 3000 },
  ])
  const tries = await Promise.all(failed.map(({ id }) => retryRefund(db, admin, id, clock.now())))
  expect(tries.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(tries.find((outcome) => !outcome.ok)).toMatchObject({
    problem: { reason: 'another-under-way' },
  })
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  // Both retries are listed: the one not made yet, and the one that failed again.
  const { rows } = await unresolvedRefunds(db, admin)
  expect(rows.map(({ cents }) => cents).toSorted()).toEqual([2000, 3000])
})

test('a pending refund can be neither withheld nor refunded twice', async () => {
  const admin = await made.admin()
  const { renter, payment, returned } = await renterWith(1, 'refundFails')
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 3239 })
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const [failed] = await refundsOf(renter)
  const result = await retryRefund(db, admin, failed?.id ?? newId(), clock.now())
  expect(result).toMatchObject({ ok: true })
  const [{ closet, on } = { closet: admin, on: { rentalId: newId(), origin, notes: '' } }] =
    returned
  expect(await keepDeposit(db, closet, { ...on, cents: 3218 }, now)).toEqual({
    ok: false,
    problem: { reason: 'more-than-is-left', leftCents: 1761 },
  })
  expect(await keepDeposit(db, closet, { ...on, cents: 1000 }, now)).toEqual(ok)
  await makeClaimsFinal()
  expect(await refundsOf(renter)).toMatchObject([
    { status: 'failed', amount_cents: 3239 },
    { status: 'pending', amount_cents: 3239 },
  ])
  await payments.processAll()
  expect((await refundsOf(renter)).at(-1)).toMatchObject({ amount_cents: 761 })
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 1000, refunded_cents: 4000 })
  expect(await charged(payment)).toBe(1000)
})

test('a refund made in the dashboard refunds the deposit, and nothing twice', async () => {
  const { renter, payment } = await renterWith(0)
  await payments.dashboard.refunds.create({ payment_intent: payment })
  await payments.processAll()
  await reconcile(db, stripe, now)
  expect(await refundsOf(renter)).toMatchObject([
    { reason: 'made_at_stripe', amount_cents: 5000, status: 'succeeded' },
  ])
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000 })
  expect(await requestRefund(db, renter, now)).toMatchObject({ problem: { reason: 'no-deposit' } })
})

test('after a partial refund in the dashboard the rest is refunded once no rental is open', async () => {
  const { renter, payment, returned } = await renterWith(1)
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 2000 })
  await payments.processAll()
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: 'being-refunded' })
  for (const { closet, on } of returned) await approveCondition(db, closet, on, now)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { reason: 'made_at_stripe', amount_cents: 2000 },
    { reason: 'deposit_returned', amount_cents: 3000 },
  ])
  expect(await charged(payment)).toBe(0)
})

test('a withheld amount that is also refunded in the dashboard is recorded as a loss', async () => {
  const { renter, payment, returned } = await renterWith(2)
  const [first] = returned
  if (!first) throw new Error('there is no rental')
  expect(await keepDeposit(db, first.closet, { ...first.on, cents: 1000 }, now)).toEqual(ok)
  await payments.dashboard.refunds.create({ payment_intent: payment })
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 1000, refunded_cents: 4000 })
  const losses = await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_intent', '=', payment)
    .execute()
  expect(losses).toMatchObject([{ kind: 'refund', amount_cents: 5000, loss_cents: 1000 }])
  // No top-up is possible: the loss would use it up.
  expect(await findDeposit(db, renter.id)).toMatchObject({
    barred: 'partly-withheld',
    topUpCents: 0,
  })
})

test('a failed dashboard refund releases what it took, and is not counted again', async () => {
  const { renter, payment, returned } = await renterWith(2, 'refundFails')
  const [first] = returned
  if (!first) throw new Error('there is no rental')
  expect(await keepDeposit(db, first.closet, { ...first.on, cents: 3000 }, now)).toEqual(ok)
  // More than is left: the withheld part is a loss, until the bank returns all of it.
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 4000 })
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 3000, refunded_cents: 2000 })
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 3000, refunded_cents: 0 })
  expect(await refundsOf(renter)).toMatchObject([{ amount_cents: 2000, status: 'failed' }])
})
