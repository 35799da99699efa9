import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import type { CreditProductType } from '#domain/money/checkout/catalogue.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { addMonths } from '#domain/money/credits/months.ts'
import { processEvent } from '#domain/money/events/events.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { grantDueMonths } from '#domain/money/plans/grants.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { disputedPayments } from '#test/make/disputed-payments.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { disputesPage } from './dispute-queries.ts'
import { syncDispute } from './disputes.ts'

const {
  db,
  made,
  clock,
  payments,
  stripe,
  dashboard,
  origin,
  ok,
  disputesOf,
  openDispute,
  win,
  lose,
  bought,
} = await disputedPayments()

const balanceOf = (person: Person) => creditsBalance(db, person.id, clock.now())

async function codeOf(buyer: Person): Promise<string> {
  const row = await readRow(db, 'gift_codes', 'code', { buyer_id: buyer.id })
  return row.code
}

async function rentFor(shopper: Shopper, credits: number): Promise<RentalId> {
  const today = calendarDateIn('UTC', clock.now())
  const item = await made.item({ creditsPerDay: credits / 7 })
  const days = { start: addDays(today, 1), end: addDays(today, 7) }
  const input = { itemId: item.id, ...days, requestKey: newId(), origin }
  const rented = await requestRental(db, shopper, input, clock.now(), today, 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
  return rented.value.rentalId
}

test('disputed credits cannot be spent, and can again when the dispute is won', async () => {
  const { shopper, payment } = await bought()
  await openDispute(payment)
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([
    {
      status: 'open',
      reason: 'fraudulent',
      evidence_due_at: expect.any(Date),
      user_id: shopper.id,
      amount_cents: 5000,
      closed_at: null,
    },
  ])
  await win(payment)
  expect(await balanceOf(shopper)).toBe(50)
  expect(await disputesOf(payment)).toMatchObject([{ status: 'won', loss_cents: 0 }])
})

test('a lost dispute revokes the credits left and records those spent as a loss', async () => {
  const { shopper, payment } = await bought()
  await made.deposit(shopper)
  const rentalId = await rentFor(shopper, 14)
  await openDispute(payment)
  await lose(payment)
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([
    { status: 'lost', loss_credits: 14, loss_cents: 1400 },
  ])
  // Credits restored to a revoked lot are revoked too.
  expect(await cancelRental(db, shopper, { rentalId, origin }, clock.now())).toEqual(ok)
  expect(await balanceOf(shopper)).toBe(0)
})

test('credits of other payments are not affected', async () => {
  const { shopper, payment } = await bought()
  await made.credits(shopper, 9)
  await openDispute(payment)
  expect(await balanceOf(shopper)).toBe(9)
  await lose(payment)
  expect(await balanceOf(shopper)).toBe(9)
})

test('an unclaimed code is on hold during the dispute of its gift, and revoked when it is lost', async () => {
  const { shopper, payment } = await bought('gift')
  const friend = await made.shopper()
  const code = await codeOf(shopper)
  await openDispute(payment)
  const claim = () => claimGiftCode(db, friend, code, clock.now())
  expect(await claim()).toMatchObject({ problem: { reason: 'code-unknown' } })
  await lose(payment)
  expect(await claim()).toMatchObject({ problem: { reason: 'code-unknown' } })
  expect(await disputesOf(payment)).toMatchObject([{ loss_credits: 0, loss_cents: 0 }])
})

test('a won dispute lets the code be claimed', async () => {
  const { shopper, payment } = await bought('gift')
  const friend = await made.shopper()
  await openDispute(payment)
  await win(payment)
  expect(await claimGiftCode(db, friend, await codeOf(shopper), clock.now())).toMatchObject({
    ok: true,
  })
})

test('a disputed annual plan grants no months; when the dispute is won, it grants those that were due', async () => {
  const { shopper, payment } = await bought('subscription_annual')
  expect(await balanceOf(shopper)).toBe(30)
  const id = await openDispute(payment)
  const evidence = { uncategorized_text: 'More follows' }
  await dashboard.disputes.update(id, { evidence, submit: true })
  clock.advance({ days: 35 })
  await grantDueMonths(db, clock.now())
  expect(await balanceOf(shopper)).toBe(0)
  await win(payment)
  expect(await balanceOf(shopper)).toBe(60)
})

test('an annual plan whose dispute is lost grants nothing more', async () => {
  const { shopper, payment } = await bought('subscription_annual')
  await openDispute(payment)
  await lose(payment)
  clock.advance({ days: 35 })
  await grantDueMonths(db, clock.now())
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([{ amount_cents: 20_000, loss_cents: 0 }])
})

test('credits that a friend has claimed stay the friend’s, and are our loss', async () => {
  const { shopper, payment } = await bought('gift')
  const friend = await made.shopper()
  await claimGiftCode(db, friend, await codeOf(shopper), clock.now())
  await openDispute(payment)
  await lose(payment)
  expect([await balanceOf(friend), await balanceOf(shopper)]).toEqual([50, 0])
  expect(await disputesOf(payment)).toMatchObject([{ loss_credits: 50, loss_cents: 2500 }])
})

test('a dispute event that arrives before its order is fulfilled is retried', async () => {
  const shopper = await made.shopper()
  const session = await payments.buy(shopper, 'one_time', { card: 'disputed' })
  const payment = await payments.paymentOfSession(session)
  clock.advance({ hours: 1 })
  await payments.deliver()
  const events = await waiting()
  const created = events.find(({ type }) => type === 'charge.dispute.created')
  const completed = events.find(({ type }) => type === 'checkout.session.completed')
  const work = (event: typeof created) => processEvent(db, stripe, event?.id ?? '', clock.now())
  await expect(work(created)).rejects.toThrow('is not fulfilled yet')
  await work(completed)
  expect(await balanceOf(shopper)).toBe(50)
  await reconcile(db, stripe, clock.now())
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([{ status: 'open' }])
})

const waiting = () =>
  readRows(db, 'stripe_events', ['id', 'type'], { done_at: null }, 'received_at')

test('a refund in the dashboard revokes credits like a lost dispute', async () => {
  const shopper = await made.shopper()
  const session = await payments.buy(shopper, 'one_time')
  await payments.processAll()
  await made.deposit(shopper)
  await rentFor(shopper, 7)
  const payment = await payments.paymentOfSession(session)
  await dashboard.refunds.create({ payment_intent: payment })
  await payments.processAll()
  await reconcile(db, stripe, clock.now())
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([
    { kind: 'refund', status: 'lost', loss_credits: 7, loss_cents: 700 },
  ])
})

test('admins see all disputes, newest first, with who paid and what is lost', async () => {
  await openDispute((await bought()).payment)
  const { shopper, payment } = await bought()
  await openDispute(payment)
  const { rows } = await disputesPage(db, await made.admin(), null)
  expect(rows[0]).toMatchObject({
    kind: 'dispute',
    status: 'open',
    person: { id: shopper.id, fullName: shopper.fullName },
    productType: 'one_time',
    amountCents: 5000,
    evidenceDueAt: expect.any(Date),
    closedAt: null,
  })
  expect(rows.length).toBeGreaterThan(1)
  const older = rows.map(({ openedAt }) => openedAt.getTime())
  expect(older).toEqual(older.toSorted((a, b) => b - a))
})

test.each([
  'open',
  'lost',
] as const)('a renewal whose dispute is heard of first, and is %s, gives nothing', async (end) => {
  const shopper = await made.shopper()
  await payments.buy(shopper, 'subscription_monthly', { card: 'disputed' })
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  clock.advance({ days: end === 'open' ? 32 : 45 })
  const { data } = await dashboard.disputes.list({ limit: 1 })
  await syncDispute(db, stripe, data[0]?.id ?? '', clock.now())
  expect(
    await db
      .selectFrom('disputes')
      .selectAll()
      .where('id', '=', data[0]?.id ?? '')
      .execute(),
  ).toMatchObject([{ user_id: shopper.id, status: end }])
  await reconcile(db, stripe, clock.now())
  expect(await balanceOf(shopper)).toBe(0)
})

/** Buys a product and refunds part of the payment in the dashboard. */
async function disputedInPart(product: CreditProductType, refundedCents: number) {
  const { shopper, payment } = await bought(product)
  await dashboard.refunds.create({ payment_intent: payment, amount: refundedCents })
  await payments.processAll()
  return { shopper, payment }
}

test('a dashboard refund revokes its share of the credits, and a lost dispute the rest', async () => {
  const { shopper, payment } = await disputedInPart('one_time', 2000)
  expect(await balanceOf(shopper)).toBe(30)
  await openDispute(payment)
  expect(await balanceOf(shopper)).toBe(0)
  await lose(payment)
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([{ loss_credits: 0 }, { loss_credits: 0 }])
})

test('the shares of two partial refunds are rounded, and add up', async () => {
  const { shopper, payment } = await disputedInPart('one_time', 1275)
  expect(await balanceOf(shopper)).toBe(37)
  await dashboard.refunds.create({ payment_intent: payment, amount: 1275 })
  await payments.processAll()
  expect(await balanceOf(shopper)).toBe(24)
})

test('a won dispute releases the credits that the refund left', async () => {
  const { shopper, payment } = await disputedInPart('one_time', 2000)
  await openDispute(payment)
  await win(payment)
  expect(await balanceOf(shopper)).toBe(30)
})

test('credits that a partial refund could not revoke are revoked when they are restored', async () => {
  const { shopper, payment } = await bought()
  await made.deposit(shopper)
  const rentalId = await rentFor(shopper, 42)
  await dashboard.refunds.create({ payment_intent: payment, amount: 2000 })
  await payments.processAll()
  expect(await balanceOf(shopper)).toBe(0)
  expect(await disputesOf(payment)).toMatchObject([{ loss_credits: 12, loss_cents: 1200 }])
  expect(await cancelRental(db, shopper, { rentalId, origin }, clock.now())).toEqual(ok)
  expect(await balanceOf(shopper)).toBe(30)
})

test('a partial refund removes future months, but no code of greater value', async () => {
  const year = await disputedInPart('subscription_annual', 10_000)
  expect(await balanceOf(year.shopper)).toBe(0)
  const coverage = await readRow(
    db,
    'subscription_coverage',
    ['starts_at', 'ends_at', 'revoked_at'],
    { payment_intent: year.payment },
  )
  // 180 of 360 credits: the 30 of this month and the last five months.
  expect(coverage.revoked_at).toBe(null)
  expect(coverage.ends_at).toEqual(addMonths(coverage.starts_at, 7))
  const gift = await disputedInPart('gift', 3000)
  expect(await balanceOf(gift.shopper)).toBe(0)
  const friend = await made.shopper()
  const claimed = await claimGiftCode(db, friend, await codeOf(gift.shopper), clock.now())
  expect(claimed).toMatchObject({ ok: true })
})
