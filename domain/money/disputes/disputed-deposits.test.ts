import { expect, test } from 'vitest'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { findDeposit, requestRefund } from '#domain/money/deposits/deposits.ts'
import { disputedPayments } from '#test/make/disputed-payments.ts'
import { readRows } from '#test/postgres/rows.ts'

const {
  db,
  database,
  made,
  clock,
  payments,
  origin,
  ok,
  disputesOf,
  openDispute,
  disputeOf,
  win,
  lose,
} = await disputedPayments()

const refundsOf = (payment: string) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select(['r.amount_cents', 'r.status', 'r.failure'])
    .where('o.payment_intent', '=', payment)
    .execute()

test('a disputed deposit covers no new rental and is not refunded; a won one covers rentals again', async () => {
  const renter = await made.shopper()
  const payment = await payments.holdDeposit(renter, 'disputed')
  await openDispute(payment)
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: 'disputed' })
  expect(await requestRefund(db, renter, clock.now())).toMatchObject({
    problem: { reason: 'deposit-disputed' },
  })
  await win(payment)
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: null })
  expect(await requestRefund(db, renter, clock.now())).toMatchObject({ ok: true })
  await payments.processAll()
  expect(await refundsOf(payment)).toEqual([
    { amount_cents: 5000, status: 'succeeded', failure: null },
  ])
})

test('the rest of a deposit after a lost dispute cannot be refunded to the card: payer and admins get an email', async () => {
  const admin = await made.admin()
  const renter = await made.shopper()
  const payment = await payments.holdDeposit(renter, 'disputed')
  await openDispute(payment)
  // Stripe's test mode only has disputes of the full amount; here the bank disputes two fifths.
  await database.pool.query(
    `update stripe_sandbox.objects set body = jsonb_set(body, '{amount}', '2000') where id = $1`,
    [await disputeOf(payment)],
  )
  await lose(payment)
  const failure = 'charge_disputed'
  expect(await refundsOf(payment)).toEqual([{ amount_cents: 3000, status: 'failed', failure }])
  expect((await unresolvedRefunds(db, admin)).rows).toMatchObject([{ cents: 3000, failure }])
  const mailed = await readRows(db, 'mail_outbox', 'subject', { to_address: renter.email })
  expect(mailed.map(({ subject }) => subject)).toContain('Your refund of $30.00 failed')
  const { rows: sent } = await database.pool.query(
    `select payload->>'event' as event from graphile_worker._private_jobs order by id desc limit 1`,
  )
  expect(sent).toEqual([{ event: 'refund-failed' }])
})

test('a lost deposit closes, at once or when its rental has ended', async () => {
  for (const hasRental of [false, true]) {
    const renter = await made.shopper()
    const payment = await payments.holdDeposit(renter, 'disputed')
    const closet = await made.closet()
    const item = await made.item({ closet })
    const rental = hasRental && (await made.rental({ item, renter, status: 'delivered' }))
    await openDispute(payment)
    await lose(payment)
    const deposit = () =>
      db
        .selectFrom('deposits')
        .selectAll()
        .where('payment_intent', '=', payment)
        .executeTakeFirstOrThrow()
    expect(await deposit()).toMatchObject({ lost_cents: 5000, refunded_cents: 0 })
    expect((await deposit()).closed_at === null).toBe(hasRental)
    if (rental) {
      const on = { rentalId: rental.id, origin, notes: 'Torn hem' }
      expect(await recordReturn(db, closet, on, clock.now())).toEqual(ok)
      expect(await keepDeposit(db, closet, { ...on, cents: 1 }, clock.now())).toMatchObject({
        problem: { reason: 'more-than-is-left', leftCents: 0 },
      })
      expect(await approveCondition(db, closet, on, clock.now())).toEqual(ok)
    }
    expect((await deposit()).closed_at).toEqual(clock.now())
    expect(await disputesOf(payment)).toMatchObject([{ loss_cents: 0, loss_credits: 0 }])
  }
})

test('the withheld part of a deposit lost in a dispute is a loss', async () => {
  const renter = await made.shopper()
  const payment = await payments.holdDeposit(renter, 'disputed')
  const closet = await made.closet()
  const returned = await Promise.all(
    [1, 2].map(async () => {
      const item = await made.item({ closet })
      const rental = await made.rental({ item, renter, status: 'delivered' })
      const on = { rentalId: rental.id, origin, notes: 'Torn hem' }
      await recordReturn(db, closet, on, clock.now())
      return on
    }),
  )
  const [first, second] = returned
  if (!first || !second) throw new Error('there are no rentals')
  await keepDeposit(db, closet, { ...first, cents: 1234 }, clock.now())
  await openDispute(payment)
  await lose(payment)
  expect(await disputesOf(payment)).toMatchObject([{ loss_cents: 1234 }])
  await approveCondition(db, closet, second, clock.now())
})
