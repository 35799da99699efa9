import { expect, test } from 'vitest'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { depositsPaidWithCredits } from '#test/make/deposits-paid-with-credits.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { syncDispute } from './disputes.ts'

const { db, clock, payments, stripe, opened, paid } = await depositsPaidWithCredits()
const { dashboard } = payments

const disputesOf = (shopper: Shopper) =>
  readRows(db, 'disputes', ['id', 'payment_intent', 'amount_cents', 'status', 'loss_cents'], {
    user_id: shopper.id,
  }).then((rows) => rows.toSorted((a, b) => a.id.length - b.id.length))
const depositOf = (shopper: Shopper) =>
  readRow(db, 'deposits', ['frozen_at', 'lost_cents', 'refunded_cents', 'closed_at'], {
    user_id: shopper.id,
  })
const lotOf = (shopper: Shopper) =>
  readRow(db, 'credit_lots', ['available', 'revoked', 'frozen_at'], { user_id: shopper.id })
const mailsTo = ({ email }: Shopper) =>
  db
    .selectFrom('mail_outbox')
    .select(['template', 'subject', 'text_body'])
    .where('to_address', '=', email)
    .where('template', 'like', 'dispute-%')
    .orderBy('created_at')
    .execute()

async function disputeOf(payment: string): Promise<string> {
  const { data } = await dashboard.disputes.list({ payment_intent: payment })
  if (!data[0]) throw new Error('nobody disputes it')
  return data[0].id
}

/** 50 credits and a deposit of the same price, paid at once and disputed. */
async function disputed() {
  const { shopper, payment } = await paid('one_time', 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  return { shopper, payment, dispute: await disputeOf(payment) }
}

test('a dispute holds the credits and the deposit, in one email, until it is won', async () => {
  const { shopper, payment, dispute } = await disputed()
  const part = { amount_cents: 5000, status: 'open', loss_cents: 0 }
  expect(await disputesOf(shopper)).toEqual([
    { ...part, id: dispute, payment_intent: payment },
    { ...part, id: `${dispute}#deposit`, payment_intent: `${payment}#deposit` },
  ])
  expect(await lotOf(shopper)).toMatchObject({ frozen_at: expect.any(Date) })
  expect(await depositOf(shopper)).toMatchObject({ frozen_at: expect.any(Date) })
  expect(await requestRefund(db, shopper, clock.now())).toMatchObject({
    problem: { reason: 'deposit-disputed' },
  })
  await reconcile(db, stripe, clock.now())
  expect(await integrityViolations(db)).toEqual([])

  const evidence = { uncategorized_text: 'winning_evidence' }
  await dashboard.disputes.update(dispute, { evidence, submit: true })
  clock.advance({ seconds: 1 })
  await payments.processAll()
  expect(await disputesOf(shopper)).toMatchObject([{ status: 'won' }, { status: 'won' }])
  expect(await lotOf(shopper)).toMatchObject({ available: 50, frozen_at: null })
  expect(await depositOf(shopper)).toMatchObject({ frozen_at: null, lost_cents: 0 })
  const [open, won, ...others] = await mailsTo(shopper)
  expect(others).toEqual([])
  expect(open?.subject).toBe('Your payment of $100.00 is disputed')
  expect(open?.text_body).toContain('50 credits left from this payment are on hold')
  expect(open?.text_body).toContain('your deposit cannot be used for new rentals')
  expect(won?.text_body).toContain('Your 50 credits are no longer on hold.')
  expect(won?.text_body).toContain('Your deposit is no longer on hold.')
  expect(await integrityViolations(db)).toEqual([])
})

test('a lost dispute takes the credits and the deposit', async () => {
  const { shopper, dispute } = await disputed()
  await dashboard.disputes.close(dispute)
  await payments.processAll()
  for (let time = 0; time < 2; time++) await syncDispute(db, stripe, dispute, clock.now())
  const part = { amount_cents: 5000, status: 'lost', loss_cents: 0 }
  expect(await disputesOf(shopper)).toMatchObject([part, part])
  expect(await lotOf(shopper)).toMatchObject({ available: 0, revoked: 50 })
  expect(await depositOf(shopper)).toMatchObject({ lost_cents: 5000, closed_at: clock.now() })
  const [, lost] = await mailsTo(shopper)
  expect(lost?.subject).toBe('$100.00 went back to your card after a dispute')
  expect(lost?.text_body).toContain('We removed 50 credits that you bought with this payment.')
  expect(lost?.text_body).toContain('$50.00 of it is no longer part of your deposit.')
  expect(await integrityViolations(db)).toEqual([])
})

test('a dispute that is reported before its payment is fulfilled waits for it', async () => {
  for (const product of ['one_time', 'subscription_monthly'] as const) {
    const { shopper, sessionId, payment } = await opened(product)
    await payments.pay(sessionId, 'disputed')
    clock.advance({ hours: 1 })
    const events = (await payments.takeEvents()).toReversed()
    const session = events.filter(({ type }) => type.startsWith('checkout.'))
    const others = events.filter(({ type }) => !type.startsWith('checkout.'))
    for (const event of others) await payments.receive([event]).catch(() => undefined)
    expect(await disputesOf(shopper)).toEqual([])
    await payments.receive(session)
    await payments.processAll()
    const id = await payment()
    expect(await disputesOf(shopper)).toMatchObject([
      { payment_intent: id, amount_cents: product === 'one_time' ? 5000 : 2000 },
      { payment_intent: `${id}#deposit`, amount_cents: 5000 },
    ])
  }
  expect(await integrityViolations(db)).toEqual([])
})

test('a refund in the dashboard takes its share of the credits and of the deposit', async () => {
  const { shopper, payment } = await paid('one_time')
  await dashboard.refunds.create({ payment_intent: payment, amount: 1000 })
  await payments.processAll()
  expect(await disputesOf(shopper)).toMatchObject([
    { amount_cents: 500, status: 'lost', loss_cents: 0 },
    { amount_cents: 500, status: 'lost', loss_cents: 0 },
  ])
  expect(await lotOf(shopper)).toMatchObject({ available: 45, revoked: 5 })
  expect(await depositOf(shopper)).toMatchObject({ refunded_cents: 5000 })
})

test('a refund in the dashboard that fails later is taken back', async () => {
  const { shopper, payment } = await paid('one_time', 'refundFails')
  await dashboard.refunds.create({ payment_intent: payment, amount: 10_000 })
  await payments.processAll()
  expect(await depositOf(shopper)).toMatchObject({ refunded_cents: 5000, closed_at: clock.now() })
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await disputesOf(shopper)).toMatchObject([
    { status: 'won', loss_cents: 0 },
    { status: 'won', loss_cents: 0 },
  ])
  expect(await depositOf(shopper)).toMatchObject({ refunded_cents: 0, closed_at: null })
  expect(await integrityViolations(db)).toEqual([])
})

test('a deposit is returned from its part; a refund of the rest takes the credits only', async () => {
  const { shopper, payment } = await paid('one_time')
  expect(await requestRefund(db, shopper, clock.now())).toEqual({
    ok: true,
    value: { cents: 5000 },
  })
  await payments.processAll()
  expect(await depositOf(shopper)).toMatchObject({ refunded_cents: 5000, closed_at: clock.now() })
  expect(await lotOf(shopper)).toMatchObject({ available: 50 })
  await dashboard.refunds.create({ payment_intent: payment, amount: 5000 })
  await payments.processAll()
  expect(await disputesOf(shopper)).toMatchObject([
    { payment_intent: payment, amount_cents: 5000, loss_cents: 0 },
  ])
  expect(await lotOf(shopper)).toMatchObject({ available: 0 })
  expect(await integrityViolations(db)).toEqual([])
})
