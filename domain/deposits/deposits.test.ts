import { expect, test } from 'vitest'
import { resolveRefund, retryRefund, unresolvedRefunds } from '#domain/checkout/manual-refunds.ts'
import { reconcile } from '#domain/checkout/reconcile.ts'
import { syncRefund } from '#domain/checkout/refunds.ts'
import { finishClaims } from '#domain/rentals/corrections.ts'
import { approveCondition, keepDeposit } from '#domain/rentals/rental-review.ts'
import { failDelivery, recordReturn } from '#domain/rentals/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { findDeposit, requestRefund } from './deposits.ts'

const database = await testDatabase()
const { db } = database
const made = make(db)
const clock = testClock()
const now = clock.now()
const payments = await testPayments(database, clock)
const { stripe } = payments
const origin = 'https://shop.example'
const ok = { ok: true, value: null }

/** What was kept is final when the two days to object are over. */
async function makeClaimsFinal(): Promise<Date> {
  const at = new Date(clock.now().getTime() + 2 * 86_400_000)
  await finishClaims(db, at)
  return at
}

/** Somebody with a deposit really paid, and a rental that came back. */
async function renterWith(rentals: number, card: CardName = 'visa') {
  const renter = await made.shopper()
  const payment = await payments.holdDeposit(renter, card)
  const back = await Promise.all(Array.from({ length: rentals }, () => returnedRental(renter)))
  return { renter, payment, back }
}

async function returnedRental(renter: Person) {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 1 })
  const rental = await made.rental({ item, renter, status: 'delivered', createdAt: now })
  const on = { rentalId: rental.id, origin, notes: 'Torn hem' }
  expect(await recordReturn(db, closet, on, now)).toEqual(ok)
  return { closet, on, item }
}

const depositOf = (person: Person) =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const refundsOf = (person: Person) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .where('o.user_id', '=', person.id)
    .orderBy('r.id')
    .execute()
/** Cents of a payment that are not given back, at the payment provider. */
async function charged(payment: string): Promise<number> {
  const { data } = await payments.dashboard.charges.list({ payment_intent: payment })
  return data.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0)
}

test('when $12.34 is withheld the other $37.66 is refunded automatically', async () => {
  const { renter, payment, back } = await renterWith(1)
  for (const { closet, on } of back)
    expect(await keepDeposit(db, closet, { ...on, cents: 1234 }, now)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(renter)).toEqual([])
  await makeClaimsFinal()
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({
    kept_cents: 1234,
    refunded_cents: 3766,
    closed_at: now,
  })
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 3766 }])
  expect(await charged(payment)).toBe(1234)
  expect(await findDeposit(db, renter.id)).toBeNull()
})

test('what two reviews keep of one deposit is capped at what is left', async () => {
  const { renter, back } = await renterWith(2)
  const outcomes = await Promise.all(
    back.map(({ closet, on }) => keepDeposit(db, closet, { ...on, cents: 3000 }, now)),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  const lost = back[outcomes.findIndex((outcome) => !outcome.ok)]
  if (!lost) throw new Error('both were kept')
  expect(outcomes.find((outcome) => !outcome.ok)).toEqual({
    ok: false,
    problem: { reason: 'more-than-is-left', leftCents: 2000 },
  })
  expect(await findDeposit(db, renter.id)).toMatchObject({
    barred: 'partly-withheld',
    withheldCents: 3000,
  })
  await payments.processAll()
  expect(await refundsOf(renter)).toEqual([])
  expect(await keepDeposit(db, lost.closet, { ...lost.on, cents: 2000 }, now)).toEqual(ok)
  const final = await makeClaimsFinal()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 5000, closed_at: final })
  expect(await refundsOf(renter)).toEqual([])
})

test('two keeps on one deposit raced 50 times never exceed it', async () => {
  for (let round = 0; round < 50; round++) {
    const renter = await made.shopper()
    await made.deposit(renter, { paidAt: now })
    const back = [await returnedRental(renter), await returnedRental(renter)]
    const outcomes = await Promise.all(
      back.map(({ closet, on }, i) => keepDeposit(db, closet, { ...on, cents: 2501 + i }, now)),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  }
}, 60_000)

test.each([
  ['cancelled', (on: On, renter: Shopper) => cancelRental(db, renter, on, now)],
  ['not delivered', (on: On, _: Shopper, closet: Owner) => failDelivery(db, closet, on, now)],
])('the rest of a kept deposit waits for the last rental on it, also when it is %s', async (_, end) => {
  const { renter, back } = await renterWith(1)
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 1 })
  const open = await made.rental({ item, renter, status: 'confirmed', createdAt: now })
  for (const { closet: owner, on } of back)
    expect(await keepDeposit(db, owner, { ...on, cents: 100 }, now)).toEqual(ok)
  expect(await refundsOf(renter)).toEqual([])
  await makeClaimsFinal()
  expect(await refundsOf(renter)).toEqual([])
  expect(await end({ rentalId: open.id, origin }, renter, closet)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 4900 }])
})
type On = Parameters<typeof failDelivery>[2]
type Owner = Awaited<ReturnType<typeof made.closet>>

test('a whole deposit stays held until it is requested, and is refunded once', async () => {
  const { renter, payment, back } = await renterWith(1)
  expect(await requestRefund(db, renter, now)).toEqual({
    ok: false,
    problem: { reason: 'rentals-open', rentals: 1 },
  })
  for (const { closet, on } of back) await approveCondition(db, closet, on, now)
  await payments.processAll()
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: null })
  const requested = Array.from({ length: 5 }, () => requestRefund(db, renter, now))
  expect(await Promise.all(requested)).toEqual(Array(5).fill({ ok: true, value: { cents: 5000 } }))
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 5000 }])
  expect(await charged(payment)).toBe(0)
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000, closed_at: now })
  expect(await requestRefund(db, renter, now)).toMatchObject({ problem: { reason: 'no-deposit' } })
})

test('a shopper without a deposit gets no refund', async () => {
  const stranger = await made.shopper()
  expect(await requestRefund(db, stranger, now)).toEqual({
    ok: false,
    problem: { reason: 'no-deposit' },
  })
})

test('a refund that was made when we died before writing it down is made once', async () => {
  const { renter, payment } = await renterWith(0)
  await requestRefund(db, renter, now)
  const [recorded] = await refundsOf(renter)
  if (!recorded) throw new Error('nothing was recorded')
  // What the job does before its transaction; then the process is gone.
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
  // Whoever waits for the old one may pay a new one meanwhile.
  expect(await findDeposit(db, renter.id)).toBeNull()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded' }])
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000, closed_at: clock.now() })
})

test('a refund that fails after it succeeded is owed again, and an admin tries once more', async () => {
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

test('of two failed refunds of one deposit one is tried at a time', async () => {
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
  // Both tries stand: the one not made yet, and the one that failed again.
  const { rows } = await unresolvedRefunds(db, admin)
  expect(rows.map(({ cents }) => cents).toSorted()).toEqual([2000, 3000])
})

test('a pending refund can be neither withheld nor refunded twice', async () => {
  const admin = await made.admin()
  const { renter, payment, back } = await renterWith(1, 'refundFails')
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 3239 })
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const [failed] = await refundsOf(renter)
  const result = await retryRefund(db, admin, failed?.id ?? newId(), clock.now())
  expect(result).toMatchObject({ ok: true })
  const [{ closet, on } = { closet: admin, on: { rentalId: newId(), origin, notes: '' } }] = back
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

test('asking back and renting raced 50 times: one of the two, never both', async () => {
  const closet = await made.closet()
  const today = calendarDateIn('UTC', now)
  for (let round = 0; round < 50; round++) {
    const renter = await made.shopper()
    await made.deposit(renter, { paidAt: now })
    const item = await made.item({ closet, creditsPerDay: 0 })
    const days = { start: addDays(today, 1), end: addDays(today, 7) }
    const input = { itemId: item.id, ...days, requestKey: newId(), origin }
    const acts = [
      () => requestRefund(db, renter, now),
      () => requestRental(db, renter, input, now, today),
    ]
    const outcomes = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const lost = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem.reason]))
    expect([['rentals-open'], ['deposit-missing']]).toContainEqual(lost)
  }
})

test('a refund made in the dashboard gives the deposit back, and nothing twice', async () => {
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
  const { renter, payment, back } = await renterWith(1)
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 2000 })
  await payments.processAll()
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: 'being-refunded' })
  for (const { closet, on } of back) await approveCondition(db, closet, on, now)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { reason: 'made_at_stripe', amount_cents: 2000 },
    { reason: 'deposit_returned', amount_cents: 3000 },
  ])
  expect(await charged(payment)).toBe(0)
})

test('a withheld amount that is also refunded in the dashboard is recorded as a loss', async () => {
  const { renter, payment, back } = await renterWith(2)
  const [first] = back
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
})

test('a refund made in the dashboard that fails frees what it took, and is not counted again', async () => {
  const { renter, payment, back } = await renterWith(2, 'refundFails')
  const [first] = back
  if (!first) throw new Error('there is no rental')
  expect(await keepDeposit(db, first.closet, { ...first.on, cents: 3000 }, now)).toEqual(ok)
  // More than is left: the kept part of it is a loss, until the bank sends all of it back.
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 4000 })
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 3000, refunded_cents: 2000 })
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 3000, refunded_cents: 0 })
  expect(await refundsOf(renter)).toMatchObject([{ amount_cents: 2000, status: 'failed' }])
})
