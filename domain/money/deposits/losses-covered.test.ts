import { expect, test } from 'vitest'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { openPayments } from '#test/payments.ts'

const { db, made, clock, payments } = await openPayments()

test('undoing a review first covers a loss from when the whole deposit was withheld', async () => {
  const admin = await made.admin()
  const renter = await made.shopper()
  await made.credits(renter, 100)
  const payment = await payments.holdDeposit(renter)
  const { withheld } = await withholdPartOfDeposit(db, renter, 5000, clock.now())
  await payments.dashboard.refunds.create({ payment_intent: payment })
  await payments.processAll()
  const loss = () =>
    db
      .selectFrom('disputes')
      .select(['kind', 'status', 'loss_cents'])
      .where('payment_intent', '=', payment)
      .executeTakeFirst()
  expect(await loss()).toEqual({ kind: 'refund', status: 'lost', loss_cents: 5000 })
  const on = {
    rentalId: withheld.id,
    origin: 'https://shop.example',
    today: calendarDateIn('UTC', clock.now()),
    correction: 'undo-review',
  } as const
  expect(await correct(db, admin, on, clock.now())).toEqual({ ok: true, value: null })
  expect(await loss()).toMatchObject({ loss_cents: 0 })
  const deposit = await db
    .selectFrom('deposits')
    .select(['amount_cents', 'kept_cents', 'refunded_cents'])
    .where('payment_intent', '=', payment)
    .executeTakeFirst()
  expect(deposit).toEqual({ amount_cents: 5000, kept_cents: 0, refunded_cents: 5000 })
})
