import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { retryRefund, unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { syncRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { findDeposit, requestRefund } from './deposits.ts'
import { withheldForCloset } from './withheld-money.ts'

const world = await appealedDeposits()
const { db, clock, payments, withheld, decide, passDays, admin, ok } = world
const { claimOf, appealOf, earnedFor, depositOf, refundsOf, charged, returnedRental } = world

test('a closed deposit is reopened, covers no rental, and refunds what the appeal returns', async () => {
  const claim = await withheld()
  await passDays(2)
  expect(await depositOf(claim.renter)).toMatchObject({ refunded_cents: 3000, kept_cents: 2000 })
  expect((await depositOf(claim.renter)).closed_at).not.toBeNull()
  expect(await decide(claim, 'reduced', 500)).toEqual(ok)
  expect(await appealOf(claim)).toMatchObject({ returned_cents: 500, refund_cents: 500 })
  expect(await findDeposit(db, claim.renter.id)).toBeNull()
  await payments.processAll()
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'deposit_returned', amount_cents: 3000, status: 'succeeded' },
    { reason: 'appeal', amount_cents: 500, status: 'succeeded' },
  ])
  expect(await charged(claim.payment)).toBe(1500)
  expect(await depositOf(claim.renter)).toMatchObject({
    kept_cents: 1500,
    refunded_cents: 3500,
    closed_at: expect.any(Date),
  })
  expect(await earnedFor(claim)).toMatchObject([{ amount_cents: 1500 }])
  const over = { months: 12, timeZone: 'UTC' }
  const months = await withheldForCloset(db, claim.closet, claim.closet.id, over, clock.now())
  expect(months).toMatchObject([{ cents: 1500 }])
})

test('what an appeal returns of a live deposit is refunded with the rest', async () => {
  const claim = await withheld()
  expect(await decide(claim, 'reduced', 500)).toEqual(ok)
  expect(await appealOf(claim)).toMatchObject({ returned_cents: 500, refund_cents: 0 })
  expect(await depositOf(claim.renter)).toMatchObject({ kept_cents: 1500, closed_at: null })
  await passDays(2)
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'deposit_returned', amount_cents: 3500 },
  ])
  await payments.processAll()
  expect(await charged(claim.payment)).toBe(1500)
})

test('the refund for appeals waits for a pending refund, and then covers both appeals', async () => {
  const { renter, payment, returned } = await world.renterWith(2, 'refundWaits')
  const claims = await Promise.all(
    returned.map(async ({ closet, on }) => {
      await keepDeposit(db, closet, { ...on, cents: 1000 }, clock.now())
      return { renter, payment, closet, rentalId: on.rentalId }
    }),
  )
  await passDays(2)
  for (const claim of claims) expect(await decide(claim, 'reduced', 300)).toEqual(ok)
  const before = await refundsOf(renter)
  expect(before).toMatchObject([{ reason: 'deposit_returned', status: 'pending' }])
  for (let hour = 0; hour < 4; hour += 1) {
    clock.advance({ hours: 24 })
    await payments.processAll()
  }
  const cents = (await refundsOf(renter)).map(({ reason, status, amount_cents }) => [
    reason,
    status,
    amount_cents,
  ])
  expect(cents).toEqual([
    ['deposit_returned', 'succeeded', 3000],
    ['appeal', 'succeeded', 600],
  ])
  expect(await charged(payment)).toBe(1400)
})

test('when a pending refund fails, the appeal’s refund that waited for it is made', async () => {
  const claim = await withheld(2000, 'refundWaits')
  await passDays(2)
  expect(await decide(claim, 'reduced', 500)).toEqual(ok)
  const [rest] = await refundsOf(claim.renter)
  expect(rest).toMatchObject({ reason: 'deposit_returned', status: 'pending' })
  const { stripe } = payments
  const failing = { ...stripe, readRefund: readFailed }
  await syncRefund(db, failing, rest?.stripe_refund_id ?? '', clock.now())
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'deposit_returned', amount_cents: 3000, status: 'failed' },
    { reason: 'appeal', amount_cents: 500, status: 'pending' },
  ])

  async function readFailed(id: string) {
    const known = await stripe.readRefund(id)
    return known && { ...known, status: 'failed' as const, failure: 'declined' }
  }
})

test('an appeal’s refund that fails late is owed once, and an admin retries it', async () => {
  const claim = await withheld(5000, 'refundFails')
  await passDays(2)
  expect((await depositOf(claim.renter)).closed_at).not.toBeNull()
  expect(await decide(claim, 'overturned', null)).toEqual(ok)
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'appeal', amount_cents: 5000, status: 'failed' },
  ])
  expect(await depositOf(claim.renter)).toMatchObject({ kept_cents: 0, closed_at: null })
  const failed = (await unresolvedRefunds(db, admin)).rows.find(
    ({ person }) => person.id === claim.renter.id,
  )
  expect(failed).toMatchObject({ cents: 5000, reason: 'appeal' })
  if (!failed) throw new Error('no failed refund')
  expect(await retryRefund(db, admin, failed.id, clock.now())).toMatchObject({ ok: true })
  // Neither the retry nor its failure records another refund.
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await refundsOf(claim.renter)).toHaveLength(2)
})

test('what an appeal returns is refunded even if the bank has taken the money of a failed refund', async () => {
  const claim = await withheld()
  const topUp = await payments.topUp(claim.renter, 'disputed')
  const inTwoDays = new Date(clock.now().getTime() + 2 * 86_400_000)
  await releaseClaims(db, inTwoDays)
  expect(await requestRefund(db, claim.renter, clock.now())).toMatchObject({ ok: true })
  clock.advance({ hours: 1 })
  await payments.processAll()
  await loseDispute(topUp)
  expect(await depositOf(claim.renter)).toMatchObject({
    ...{ kept_cents: 2000, refunded_cents: 3000, lost_cents: 2000 },
    closed_at: expect.any(Date),
  })
  expect(await decide(claim, 'overturned', null)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'deposit_returned', amount_cents: 2000, status: 'failed' },
    { reason: 'deposit_returned', amount_cents: 3000, status: 'succeeded' },
    { reason: 'appeal', amount_cents: 2000, status: 'succeeded' },
  ])
  expect(await charged(claim.payment)).toBe(0)
  expect((await depositOf(claim.renter)).closed_at).not.toBeNull()
})

test('an appeal returns nothing while a payment is disputed', async () => {
  const claim = await withheld(2000, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await decide(claim, 'reduced', 500)).toEqual({
    ok: false,
    problem: { reason: 'deposit-disputed' },
  })
  expect(await claimOf(claim)).toMatchObject({ final_at: null, returned_cents: 0 })
  expect(await appealOf(claim)).toMatchObject({ status: 'answered' })
})

test.for([
  ['open', 0],
  ['closed', 2],
] as const)('after a lost dispute, what an appeal returns of a deposit that is %s covers the loss, and the closet earns nothing', async ([
  ,
  days,
]) => {
  const claim = await withheld(2000, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  await loseDispute(claim.payment)
  const loss = () =>
    db
      .selectFrom('disputes')
      .select('loss_cents')
      .where('payment_intent', '=', claim.payment)
      .executeTakeFirst()
  expect(await loss()).toEqual({ loss_cents: 2000 })
  if (days > 0) await passDays(days)
  expect(await decide(claim, 'overturned', null)).toEqual(ok)
  expect(await loss()).toEqual({ loss_cents: 0 })
  expect(await refundsOf(claim.renter)).toEqual([])
  expect(await depositOf(claim.renter)).toMatchObject({
    ...{ kept_cents: 0, lost_cents: 5000 },
    closed_at: days > 0 ? expect.any(Date) : null,
  })
  expect(await earnedFor(claim)).toEqual([])
})

test('what an appeal returns of a topped-up deposit in use is refunded at once', async () => {
  const claim = await withheld()
  await payments.topUp(claim.renter)
  await returnedRental(claim.renter)
  expect(await decide(claim, 'reduced', 500)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(claim.renter)).toMatchObject([
    { reason: 'deposit_returned', amount_cents: 500, status: 'succeeded' },
  ])
  expect(await findDeposit(db, claim.renter.id)).toMatchObject({ leftCents: 5000, barred: null })
})

async function loseDispute(payment: string) {
  const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
  for (const { id } of data)
    await payments.dashboard.disputes.update(id, {
      evidence: { uncategorized_text: 'losing_evidence' },
      submit: true,
    })
  clock.advance({ seconds: 1 })
  await payments.processAll()
}
