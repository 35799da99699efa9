import { expect, test } from 'vitest'
import { reduceWithheld } from '#domain/booking/rentals/changes/corrections.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { retryRefund, unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { newId } from '#domain/shared/ids.ts'
import { topUps } from '#test/make/top-ups.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { requestRefund } from './deposits.ts'

const {
  db,
  made,
  clock,
  payments,
  stripe,
  dashboard,
  origin,
  withheldFrom,
  deposit,
  refundsOf,
  endRental,
  disputeOf,
} = await topUps()

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

test.for([
  'a dispute was won',
  'a part was refunded in the dashboard',
] as const)('the newest payment is refunded first, also after %s', async (what) => {
  const { renter, payment, open } = await withheldFrom(1050)
  clock.advance({ seconds: 60 })
  const isDisputed = what === 'a dispute was won'
  const second = await payments.topUp(renter, isDisputed ? 'disputed' : 'visa')
  if (isDisputed) {
    clock.advance({ hours: 1 })
    await payments.processAll()
    const evidence = { uncategorized_text: 'winning_evidence' }
    await dashboard.disputes.update(await disputeOf(second), { evidence, submit: true })
    clock.advance({ seconds: 1 })
  } else await dashboard.refunds.create({ payment_intent: second, amount: 500 })
  await payments.processAll()
  await endRental(renter, open.id)
  if (isDisputed) await requestRefund(db, renter, clock.now())
  await payments.processAll()
  const refunds = (await refundsOf(renter)).map(({ cents, payment }) => [cents, payment])
  expect(refunds).toEqual([
    ...(isDisputed
      ? [[1050, second]]
      : [
          [500, second],
          [550, second],
        ]),
    [3950, payment],
  ])
})

test('reducing the withheld amount of a topped-up deposit refunds the surplus, to the last cent', async () => {
  const { renter, withheld } = await withheldFrom(1050)
  const second = await payments.topUp(renter)
  const admin = await made.admin()
  const less = (cents: number) =>
    reduceWithheld(db, admin, { rentalId: withheld.id, cents, origin }, clock.now())
  expect(await less(1049)).toMatchObject({ ok: true })
  await payments.processAll()
  expect(await less(300)).toMatchObject({ ok: true })
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([
    { cents: 1, payment: second, status: 'succeeded' },
    { cents: 749, payment: second, status: 'succeeded' },
  ])
  expect(await deposit(renter)).toMatchObject({ leftCents: 5000, barred: null })
})

test('a surplus whose refund failed is owed less what later claims have taken of it', async () => {
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

test('a dashboard refund of either payment counts, and can be topped up', async () => {
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

test('only the failed one of two refunds of a deposit is retried', async () => {
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
