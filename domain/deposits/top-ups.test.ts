import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { topUpDeposit } from '#domain/checkout/checkout.ts'
import { fulfil } from '#domain/checkout/fulfil.ts'
import { retryRefund, unresolvedRefunds } from '#domain/checkout/manual-refunds.ts'
import { syncDispute } from '#domain/disputes/disputes.ts'
import { finishClaims, reduceWithheld } from '#domain/rentals/corrections.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { withholdPartOfDeposit } from '#test/withheld-deposit.ts'
import { findDeposit, requestRefund } from './deposits.ts'

const database = await testDatabase()
const { db } = database
const made = make(db)
const clock = testClock()
const payments = await testPayments(database, clock)
const { stripe, dashboard } = payments
const origin = 'https://shop.example'
const places = { origin, successPath: '/deposit-success', returnTo: '/' }

/** Of whose deposit `cents` were kept while another rental is still open on it. */
async function withheldFrom(cents: number, card: CardName = 'visa') {
  const renter = await made.shopper()
  await made.credits(renter, 100)
  const payment = await payments.holdDeposit(renter, card)
  return { renter, payment, ...(await withholdPartOfDeposit(db, renter, cents, clock.now())) }
}

async function tryToRent(renter: Shopper) {
  const today = calendarDateIn('UTC', clock.now())
  const item = await made.item({ creditsPerDay: 1 })
  const dates = { start: addDays(today, 3), end: addDays(today, 9) }
  const input = { itemId: item.id, ...dates, requestKey: newId(), origin }
  return await requestRental(db, renter, input, clock.now(), today)
}

const deposit = (renter: Shopper) => findDeposit(db, renter.id)
const refundsOf = (renter: Shopper) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select(['r.amount_cents as cents', 'r.status', 'r.reason', 'o.payment_intent as payment'])
    .where('o.user_id', '=', renter.id)
    .orderBy('r.id')
    .execute()

async function endRental(renter: Shopper, rentalId: RentalId) {
  const on = { rentalId, origin, today: calendarDateIn('UTC', clock.now()) }
  expect(await cancelRental(db, renter, on, clock.now())).toMatchObject({ ok: true })
  await finishClaims(db, new Date(clock.now().getTime() + 3 * 86_400_000))
}

async function disputeOf(payment: string): Promise<string> {
  const { data } = await dashboard.disputes.list({ payment_intent: payment })
  return data[0]?.id ?? ''
}

test('a shopper tops up exactly the withheld amount and can rent again', async () => {
  const { renter } = await withheldFrom(1050)
  expect(await tryToRent(renter)).toMatchObject({ problem: { why: 'partly-withheld' } })
  expect(await deposit(renter)).toMatchObject({ leftCents: 3950, topUpCents: 1050 })
  const payment = await payments.topUp(renter)
  const intent = await dashboard.paymentIntents.retrieve(payment)
  expect(intent.amount_received).toBe(1050)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null, topUpCents: 0 })
  const rented = await tryToRent(renter)
  if (!rented.ok) throw new Error(rented.problem.reason)
  expect(
    await db
      .selectFrom('rentals')
      .select('deposit_amount')
      .where('id', '=', rented.value.rentalId)
      .executeTakeFirst(),
  ).toEqual({ deposit_amount: 5000 })
})

test('nothing is added to a deposit that lacks nothing, or fewer cents than a card can pay', async () => {
  const nobody = await made.shopper()
  const refusal = { ok: false, problem: { reason: 'nothing-to-add' } }
  expect(await topUpDeposit(db, nobody, stripe, places, clock.now())).toEqual(refusal)
  await made.deposit(nobody)
  expect(await topUpDeposit(db, nobody, stripe, places, clock.now())).toEqual(refusal)
  const { renter } = await withheldFrom(49)
  expect(await topUpDeposit(db, renter, stripe, places, clock.now())).toEqual(refusal)
  expect(await tryToRent(renter)).toMatchObject({ ok: true })
})

test('of two top-ups paid in two tabs, one is added and the other is refunded', async () => {
  const { renter } = await withheldFrom(1050)
  const sessions = [await payments.payTopUp(renter), await payments.payTopUp(renter)]
  // Both at once, and the events of both once more.
  const twice = [...sessions, ...sessions]
  const answers = await Promise.all(twice.map((session) => fulfil(db, stripe, session)))
  const statuses = answers.map((answer) => answer.ok && answer.value.status)
  expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(2)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000 })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 1050, status: 'succeeded', reason: 'duplicate_payment' },
  ])
  const message = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', '=', renter.id)
    .where('template', '=', 'refund-arrived')
    .executeTakeFirstOrThrow()
  expect(message.text_body).toContain('$10.50 that you added to your deposit was refunded')
})

test('a top-up paid while the deposit is being refunded is refunded too', async () => {
  const { renter, open } = await withheldFrom(1050)
  const session = await payments.payTopUp(renter)
  await endRental(renter, open.id)
  expect(await deposit(renter)).toBeNull()
  await payments.processAll()
  expect(await fulfil(db, stripe, session)).toMatchObject({ value: { status: 'refunded' } })
  const refunds = (await refundsOf(renter)).map(({ cents, status }) => [cents, status])
  expect(refunds).toEqual(
    expect.arrayContaining([
      [3950, 'succeeded'],
      [1050, 'succeeded'],
    ]),
  )
  expect(refunds).toHaveLength(2)
})

test.for([
  ['in order', false],
  ['in reverse order', true],
] as const)('webhooks of a top-up that come %s after the deposit went back give it back once', async ([
  ,
  reversed,
]) => {
  const { renter, open } = await withheldFrom(1050)
  await payments.processAll()
  const session = await payments.payTopUp(renter)
  const late = await payments.takeEvents()
  expect(late.map(({ type }) => type)).toContain('checkout.session.completed')
  await endRental(renter, open.id)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ cents: 3950, status: 'succeeded' }])
  for (const event of reversed ? late.toReversed() : late) await payments.receive([event, event])
  await payments.processAll()
  await payments.receive(late)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 3950, status: 'succeeded', reason: 'deposit_returned' },
    { cents: 1050, status: 'succeeded', reason: 'duplicate_payment' },
  ])
  const intent = await dashboard.paymentIntents.retrieve(await payments.paymentOfSession(session), {
    expand: ['latest_charge'],
  })
  expect(intent.latest_charge).toMatchObject({ amount_captured: 1050, amount_refunded: 1050 })
})

test('an amount withheld while a top-up is paid can be added by the next top-up', async () => {
  const { renter } = await withheldFrom(1050)
  const session = await payments.payTopUp(renter)
  await withholdPartOfDeposit(db, renter, 700, clock.now())
  expect(await fulfil(db, stripe, session)).toMatchObject({ value: { status: 'fulfilled' } })
  expect(await deposit(renter)).toMatchObject({ leftCents: 4300, topUpCents: 700 })
  await payments.topUp(renter)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null })
})

test('nothing can be added while a dispute has taken more than the deposit could cover', async () => {
  const { renter, payment } = await withheldFrom(1050, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  const session = await payments.payTopUp(renter).catch((error: Error) => error.message)
  expect(session).toBe('nothing-to-add')
  await dashboard.disputes.close(await disputeOf(payment))
  await payments.processAll()
  // All $50.00 were disputed, of which $39.50 were left.
  expect(await deposit(renter)).toMatchObject({
    leftCents: 0,
    barred: 'partly-lost',
    topUpCents: 0,
  })
})

test('a topped-up deposit stays held, and its refund starts with the newest payment', async () => {
  const { renter, payment, open } = await withheldFrom(1050)
  clock.advance({ seconds: 60 })
  const second = await payments.topUp(renter)
  await endRental(renter, open.id)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000 })
  expect(await requestRefund(db, renter, clock.now())).toEqual({ ok: true, value: { cents: 5000 } })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 1050, payment: second, status: 'succeeded' },
    { cents: 3950, payment, status: 'succeeded' },
  ])
  expect(
    await db
      .selectFrom('deposits')
      .select(['kept_cents', 'refunded_cents', 'amount_cents'])
      .where('user_id', '=', renter.id)
      .where('closed_at', 'is not', null)
      .executeTakeFirst(),
  ).toEqual({ kept_cents: 1050, refunded_cents: 5000, amount_cents: 6050 })
})

test('reducing the withheld amount of a topped-up deposit refunds the surplus', async () => {
  const { renter, withheld } = await withheldFrom(1050)
  const second = await payments.topUp(renter)
  const admin = await made.admin()
  const less = { rentalId: withheld.id, cents: 300, origin, notes: '' }
  expect(await reduceWithheld(db, admin, less, clock.now())).toMatchObject({ ok: true })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 750, payment: second, status: 'succeeded' },
  ])
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null })
})

test('a surplus whose refund failed is owed only as far as no later claim has taken it', async () => {
  const { renter, withheld } = await withheldFrom(1050)
  await payments.topUp(renter, 'refundFails')
  const admin = await made.admin()
  const less = { rentalId: withheld.id, cents: 0, origin, notes: '' }
  expect(await reduceWithheld(db, admin, less, clock.now())).toMatchObject({ ok: true })
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const failed = async () =>
    (await unresolvedRefunds(db, admin)).rows.find(({ person }) => person.id === renter.id)
  expect(await failed()).toMatchObject({ cents: 1050, failedCents: 1050 })
  await withholdPartOfDeposit(db, renter, 1000, clock.now())
  const owed = await failed()
  expect(owed).toMatchObject({ cents: 50, failedCents: 1050 })
  expect(await retryRefund(db, admin, owed?.id ?? newId(), clock.now())).toMatchObject({ ok: true })
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000 + 50, barred: null })
})

test('the dispute of one payment holds all of a deposit, and lost it takes only what was disputed', async () => {
  const { renter, open } = await withheldFrom(1050)
  const second = await payments.topUp(renter, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await deposit(renter)).toMatchObject({ barred: 'disputed', topUpCents: 0 })
  await dashboard.disputes.close(await disputeOf(second))
  await payments.processAll()
  expect(await deposit(renter)).toMatchObject({
    barred: 'partly-lost',
    leftCents: 3950,
    topUpCents: 1050,
  })
  await payments.topUp(renter)
  expect(await tryToRent(renter)).toMatchObject({ ok: true })
  await syncDispute(db, stripe, await disputeOf(second), clock.now())
  expect(open.status).toBe('pending')
})

test('a deposit is on hold until the disputes of all of its payments are resolved', async () => {
  const { renter, payment } = await withheldFrom(1050, 'disputed')
  const second = await payments.topUp(renter, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  const evidence = { uncategorized_text: 'winning_evidence' }
  for (const [disputed, barred] of [
    [payment, 'disputed'],
    [second, null],
  ] as const) {
    await dashboard.disputes.update(await disputeOf(disputed), { evidence, submit: true })
    clock.advance({ seconds: 1 })
    await payments.processAll()
    expect(await deposit(renter)).toMatchObject({ barred })
  }
})

test('a refund of either payment in the dashboard counts, and can be topped up', async () => {
  const { renter, payment } = await withheldFrom(1050)
  const second = await payments.topUp(renter)
  for (const [intent, amount] of [
    [payment, 1000],
    [second, 500],
  ] as const)
    await dashboard.refunds.create({ payment_intent: intent, amount })
  await payments.processAll()
  expect(await deposit(renter)).toMatchObject({ leftCents: 3500, topUpCents: 1500 })
  await payments.topUp(renter)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null })
})

test('of two refunds of a deposit, only the failed one is retried', async () => {
  const { renter, open } = await withheldFrom(1050)
  await payments.topUp(renter, 'refundFails')
  await endRental(renter, open.id)
  await requestRefund(db, renter, clock.now())
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const admin = await made.admin()
  const failed = (await unresolvedRefunds(db, admin)).rows.filter(
    ({ person }) => person.id === renter.id,
  )
  expect(failed).toMatchObject([{ cents: 1050 }])
  expect(await retryRefund(db, admin, failed[0]?.id ?? newId(), clock.now())).toMatchObject({
    ok: true,
  })
})
