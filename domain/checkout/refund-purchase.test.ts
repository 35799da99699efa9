import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { CreditProductType } from '#domain/checkout/catalogue.ts'
import { creditsBalance } from '#domain/credits/credits.ts'
import { claimGiftCode } from '#domain/gift-codes/gift-codes.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { fulfil } from './fulfil.ts'
import { resolveRefund, retryRefund, unresolvedRefunds } from './manual-refunds.ts'
import { refundablePurchases, refundPurchase } from './refund-purchase.ts'
import { syncRefund } from './refunds.ts'

const database = await testDatabase()
const { db } = database
const clock = testClock()
const payments = await testPayments(database, clock)
const { stripe, dashboard } = payments
const made = make(db)
const admin = await made.admin()
const origin = 'https://shop.example'

const balanceOf = (person: Person) => creditsBalance(db, person.id, clock.now())

async function bought(product: CreditProductType = 'one_time', card: CardName = 'visa') {
  const shopper = await made.shopper()
  const session = await payments.buy(shopper, product, { card })
  const fulfilled = await fulfil(db, stripe, session)
  if (!fulfilled.ok) throw new Error(fulfilled.problem.reason)
  const { orderId } = fulfilled.value
  const order = await db
    .selectFrom('checkout_orders')
    .select('payment_intent')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { shopper, orderId, payment: order.payment_intent ?? '' }
}
type Bought = Awaited<ReturnType<typeof bought>>

async function rentFor(shopper: Shopper, credits: number): Promise<RentalId> {
  const today = calendarDateIn('UTC', clock.now())
  const item = await made.item({ creditsPerDay: credits / 7 })
  const days = { start: addDays(today, 1), end: addDays(today, 7) }
  const input = { itemId: item.id, ...days, requestKey: newId(), origin }
  const rented = await requestRental(db, shopper, input, clock.now(), today)
  if (!rented.ok) throw new Error(rented.problem.reason)
  return rented.value.rentalId
}

const offered = async ({ orderId }: Bought) =>
  (await refundablePurchases(db, [orderId], clock.now()))[0]
const refundOf = ({ shopper, orderId }: Bought, cents: number) =>
  refundPurchase(
    db,
    admin,
    { personId: shopper.id, orderId, cents, reason: 'The closet shut down.' },
    clock.now(),
  )
const refundsOf = ({ orderId }: Bought) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
const failedOnes = async ({ orderId }: Bought) => {
  const { rows } = await unresolvedRefunds(db, admin)
  const ids = (await refundsOf({ orderId } as Bought)).map(({ id }) => id)
  return rows.filter(({ id }) => ids.includes(id))
}
const mailsTo = async ({ shopper }: Bought) => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('recipient_id', '=', shopper.id)
    .where('template', 'like', 'refund-%')
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}
const atStripe = async ({ payment }: Bought) => {
  const { data } = await dashboard.refunds.list({ payment_intent: payment })
  return data.map(({ amount, status }) => ({ amount, status }))
}

/** The job calls Stripe; a refund to a declining card fails a little later. */
async function finished() {
  await payments.processAll()
  clock.advance({ seconds: 11 })
  await payments.processAll()
}

test('an unspent pack is refunded in full once, its credits are revoked, and the buyer gets an email', async () => {
  const pack = await bought()
  expect(await offered(pack)).toMatchObject({ cents: 5000, credits: 50 })
  const answers = await Promise.all([refundOf(pack, 5000), refundOf(pack, 5000)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ problem: { reason: 'amount-changed' } })
  expect(await balanceOf(pack.shopper)).toBe(0)
  await finished()
  expect(await atStripe(pack)).toEqual([{ amount: 5000, status: 'succeeded' }])
  expect(await refundsOf(pack)).toMatchObject([{ status: 'succeeded', credits: 50 }])
  expect(await mailsTo(pack)).toEqual(['refund-started', 'refund-arrived'])
  expect(await offered(pack)).toBe(undefined)
  expect(await refundOf(pack, 5000)).toMatchObject({ problem: { reason: 'amount-changed' } })
})

test('the unspent part of a pack is refunded, and returned credits can be refunded later', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 14)
  expect(await refundOf(pack, 5000)).toMatchObject({ problem: { reason: 'amount-changed' } })
  expect(await refundOf(pack, 3600)).toMatchObject({ ok: true })
  expect(await offered(pack)).toBe(undefined)
  await finished()
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  expect(await balanceOf(pack.shopper)).toBe(14)
  expect(await refundOf(pack, 1400)).toMatchObject({ ok: true })
  await finished()
  expect((await atStripe(pack)).map(({ amount }) => amount).toSorted()).toEqual([1400, 3600])
  expect(await balanceOf(pack.shopper)).toBe(0)
})

test('a gift is refunded with its unclaimed code, and without a claimed one', async () => {
  const whole = await bought('gift')
  const codeOf = async ({ orderId }: Bought) =>
    await db
      .selectFrom('gift_codes')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  const friend = await made.shopper()
  const claim = async (gift: Bought) =>
    await claimGiftCode(db, friend, (await codeOf(gift)).code, clock.now())
  expect(await refundOf(whole, 5000)).toMatchObject({ ok: true })
  expect(await claim(whole)).toMatchObject({ problem: { reason: 'code-unknown' } })
  const half = await bought('gift')
  expect(await claim(half)).toMatchObject({ ok: true })
  expect(await refundOf(half, 2500)).toMatchObject({ ok: true })
  expect(await balanceOf(friend)).toBe(50)
  // A gift whose refund fails has its code again.
  const failing = await bought('gift', 'refundFails')
  expect(await refundOf(failing, 5000)).toMatchObject({ ok: true })
  await finished()
  expect(await balanceOf(failing.shopper)).toBe(50)
  expect(await claim(failing)).toMatchObject({ ok: true })
  // The friend has claimed it: nothing is owed for the whole of it.
  expect(await failedOnes(failing)).toEqual([])
})

test('a failed refund returns the credits and is shown to admins, who can retry it or refund another way', async () => {
  const pack = await bought('one_time', 'refundFails')
  const until = (
    await db
      .selectFrom('credit_lots')
      .select('expires_at')
      .where('user_id', '=', pack.shopper.id)
      .executeTakeFirstOrThrow()
  ).expires_at
  await refundOf(pack, 5000)
  await payments.processAll()
  expect(await balanceOf(pack.shopper)).toBe(0)
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(50)
  const lot = await db
    .selectFrom('credit_lots')
    .select(['expires_at', 'source'])
    .where('user_id', '=', pack.shopper.id)
    .where('available', '>', 0)
    .executeTakeFirstOrThrow()
  expect(lot.expires_at.getTime()).toBeGreaterThanOrEqual(until.getTime())
  expect(await mailsTo(pack)).toEqual(['refund-started', 'refund-arrived', 'refund-failed'])
  const [failed] = await failedOnes(pack)
  expect(failed).toMatchObject({ cents: 5000, reason: 'purchase_refunded' })
  expect(await retryRefund(db, admin, failed?.id ?? newId(), clock.now())).toMatchObject({
    ok: true,
  })
  expect(await balanceOf(pack.shopper)).toBe(0)
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(50)
  const [again] = await failedOnes(pack)
  const manually = { refundId: again?.id ?? newId(), cents: 5000, note: 'Bank transfer' }
  expect(await resolveRefund(db, admin, manually, clock.now())).toMatchObject({ ok: true })
  expect(await balanceOf(pack.shopper)).toBe(0)
  expect(await failedOnes(pack)).toEqual([])
})

test('credits spent after a refund failed are not refunded', async () => {
  const pack = await bought('one_time', 'refundFails')
  await made.deposit(pack.shopper)
  await refundOf(pack, 5000)
  await finished()
  const [failed] = await failedOnes(pack)
  await rentFor(pack.shopper, 7)
  expect(await failedOnes(pack)).toEqual([])
  const refundId = failed?.id ?? newId()
  const nothing = { problem: { reason: 'nothing-left' } }
  expect(await retryRefund(db, admin, refundId, clock.now())).toMatchObject(nothing)
  const manually = { refundId, cents: 5000, note: 'Cash' }
  expect(await resolveRefund(db, admin, manually, clock.now())).toMatchObject(nothing)
  expect(await balanceOf(pack.shopper)).toBe(43)
})

test('disputed, expired, plan and other people’s purchases are not refunded', async () => {
  const disputed = await bought('one_time', 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await offered(disputed)).toBe(undefined)
  const plan = await bought('subscription_monthly')
  expect(await offered(plan)).toBe(undefined)
  const lapsed = await bought()
  const stranger = await made.shopper()
  expect(await refundOf({ ...lapsed, shopper: stranger }, 5000)).toMatchObject({
    problem: { reason: 'purchase-not-found' },
  })
  clock.advance({ days: 100 })
  expect(await offered(lapsed)).toBe(undefined)
})

test('credits revoked by a dashboard refund stay revoked when it fails', async () => {
  const pack = await bought('one_time', 'refundFails')
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 7)
  expect(await refundOf(pack, 4300)).toMatchObject({ ok: true })
  await finished()
  const [failed] = await failedOnes(pack)
  const manually = { refundId: failed?.id ?? newId(), cents: 4300, note: 'Cash' }
  expect(await resolveRefund(db, admin, manually, clock.now())).toMatchObject({ ok: true })
  await dashboard.refunds.create({ payment_intent: pack.payment, amount: 4000 })
  await finished()
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  expect(await balanceOf(pack.shopper)).toBe(0)
})

test('a payment refunded in part and then in Stripe’s dashboard takes each credit once', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  await rentFor(pack.shopper, 35)
  expect(await refundOf(pack, 1500)).toMatchObject({ ok: true })
  await finished()
  await dashboard.refunds.create({ payment_intent: pack.payment, amount: 3500 })
  await payments.processAll()
  const [loss] = await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_intent', '=', pack.payment)
    .execute()
  expect(loss).toMatchObject({ loss_credits: 35, loss_cents: 3500 })
  expect(await offered(pack)).toBe(undefined)
})

test('when a refund made in the dashboard fails after ours was refused, an admin decides on its credits', async () => {
  const purchase = await bought('one_time', 'refundFails')
  const part = { payment_intent: purchase.payment, amount: 3500 }
  const elsewhere = await dashboard.refunds.create(part)
  expect(await refundOf(purchase, 5000)).toMatchObject({ ok: true })
  // Reported before ours is requested: all credits are revoked already.
  await syncRefund(db, stripe, elsewhere.id, clock.now())
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await refundsOf(purchase)).toMatchObject([{ status: 'failed', credits: 50 }])
  expect(await balanceOf(purchase.shopper)).toBe(15)
  const events = await db
    .selectFrom('disputes')
    .select(['kind', 'status', 'loss_cents'])
    .where('payment_intent', '=', purchase.payment)
    .execute()
  expect(events).toEqual([{ kind: 'refund', status: 'won', loss_cents: 0 }])
})
