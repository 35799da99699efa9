import { expect, test } from 'vitest'
import { topUpDeposit } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { syncDispute } from '#domain/money/disputes/disputes.ts'
import { topUps } from '#test/make/top-ups.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { readRow } from '#test/postgres/rows.ts'

const {
  db,
  made,
  clock,
  payments,
  stripe,
  dashboard,
  places,
  withheldFrom,
  tryToRent,
  deposit,
  refundsOf,
  disputeOf,
} = await topUps()

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

test('a deposit that lacks nothing, or less than a card can pay, cannot be topped up', async () => {
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
  // Both at once, and then their events again.
  const twice = [...sessions, ...sessions]
  const answers = await Promise.all(twice.map((session) => fulfil(db, stripe, session)))
  const statuses = answers.map((answer) => answer.ok && answer.value.status)
  expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(2)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000 })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 1050, status: 'succeeded', reason: 'duplicate_payment' },
  ])
  const message = await readRow(db, 'mail_outbox', ['subject', 'text_body'], {
    recipient_id: renter.id,
    template: 'refund-arrived',
  })
  expect(message.text_body).toContain('$10.50 that you added to your deposit was refunded')
})

test('an amount withheld while a top-up is paid can be covered by the next top-up', async () => {
  const { renter } = await withheldFrom(1050)
  const session = await payments.payTopUp(renter)
  await withholdPartOfDeposit(db, renter, 700, clock.now())
  expect(await fulfil(db, stripe, session)).toMatchObject({ value: { status: 'fulfilled' } })
  expect(await deposit(renter)).toMatchObject({ leftCents: 4300, topUpCents: 700 })
  await payments.topUp(renter)
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null })
})

test('a deposit cannot be topped up while a dispute has taken more than it could cover', async () => {
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

test('a dispute of one payment puts the whole deposit on hold, and takes only the disputed amount when lost', async () => {
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
