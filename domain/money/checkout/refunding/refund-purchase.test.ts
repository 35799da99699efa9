import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { endOfLastDay } from '#domain/money/credits/last-day.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { newId } from '#domain/shared/ids.ts'
import { type Bought, refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { resolveRefund, retryRefund } from './manual-refunds.ts'

const shop = await refundedPurchases()
const { db, clock, payments, made, admin, origin } = shop
const { bought, rentFor, refundOf, refundsOf, balanceOf, offered, failedOnes, finished } = shop
const { dashboard } = payments

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
const codeOf = async ({ orderId }: Bought) =>
  await db
    .selectFrom('gift_codes')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
const atStripe = async ({ payment }: Bought) => {
  const { data } = await dashboard.refunds.list({ payment_intent: payment })
  return data.map(({ amount, status }) => ({ amount, status }))
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

test('a chosen number of credits is refunded at its share of the price, a code only with all of them', async () => {
  const pack = await bought()
  const refused = { problem: { reason: 'not-so-many', ownCredits: 50 } }
  for (const credits of [0, -1, 51, 1.5])
    expect(await refundOf(pack, 5000, credits)).toMatchObject(refused)
  expect(await refundOf(pack, 5000, 20)).toMatchObject({ ok: true, value: { cents: 2000 } })
  expect(await balanceOf(pack.shopper)).toBe(30)
  expect(await refundOf(pack, 5000, 20)).toMatchObject({ problem: { reason: 'amount-changed' } })
  await finished()
  expect(await atStripe(pack)).toEqual([{ amount: 2000, status: 'succeeded' }])
  expect(await offered(pack)).toMatchObject({ cents: 3000, credits: 30 })
  const gift = await bought('gift')
  expect(await refundOf(gift, 5000, 51)).toMatchObject(refused)
  expect(await refundOf(gift, 5000, 33)).toMatchObject({ value: { cents: 1650 } })
  expect(await codeOf(gift)).toMatchObject({ revoked_at: null })
  await finished()
  expect(await offered(gift)).toMatchObject({ cents: 3350, credits: 67, ownCredits: 17 })
  expect(await refundOf(gift, 3350, 67)).toMatchObject({ value: { cents: 3350 } })
  expect(await codeOf(gift)).toMatchObject({ revoked_at: clock.now() })
  await finished()
  expect((await atStripe(gift)).map(({ amount }) => amount).toSorted()).toEqual([1650, 3350])
})

test('the unspent part of a pack is refunded, and returned credits can be refunded later', async () => {
  const pack = await bought()
  await made.deposit(pack.shopper)
  const rentalId = await rentFor(pack.shopper, 14)
  expect(await refundOf(pack, 5000)).toMatchObject({ problem: { reason: 'amount-changed' } })
  expect(await refundOf(pack, 3600)).toMatchObject({ ok: true })
  const lines = await readRows(
    db,
    'audit_log',
    ['actor_id', 'noun', 'noun_id', 'before', 'after'],
    { action: 'refund purchase', noun_id: pack.shopper.id },
  )
  expect(lines).toEqual([
    {
      ...{ actor_id: admin.id, noun: 'person', noun_id: pack.shopper.id, before: null },
      after: { cents: 3600, credits: 36, reason: 'The closet shut down.' },
    },
  ])
  await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
  expect(await balanceOf(pack.shopper)).toBe(14)
  // Only one refund at a time.
  expect(await offered(pack)).toBe(undefined)
  await finished()
  expect(await offered(pack)).toMatchObject({ cents: 1400, credits: 14, giftCodeId: null })
  expect(await refundOf(pack, 1400)).toMatchObject({ ok: true })
  await finished()
  expect((await atStripe(pack)).map(({ amount }) => amount).toSorted()).toEqual([1400, 3600])
  expect(await balanceOf(pack.shopper)).toBe(0)
})

test('a gift is refunded with its unclaimed code, and without a claimed one', async () => {
  const whole = await bought('gift')
  const friend = await made.shopper()
  const claim = async (gift: Bought) =>
    await claimGiftCode(db, friend, (await codeOf(gift)).code, clock.now())
  expect(await refundOf(whole, 5000)).toMatchObject({ ok: true })
  expect(await claim(whole)).toMatchObject({ problem: { reason: 'code-unknown' } })
  const half = await bought('gift')
  expect(await claim(half)).toMatchObject({ ok: true })
  expect(await refundOf(half, 2500)).toMatchObject({ ok: true })
  expect(await balanceOf(friend)).toBe(50)
  // When the refund of a gift fails, its code is valid again.
  const failing = await bought('gift', 'refundFails')
  expect(await refundOf(failing, 5000)).toMatchObject({ ok: true })
  await finished()
  expect(await balanceOf(failing.shopper)).toBe(50)
  expect(await claim(failing)).toMatchObject({ ok: true })
  // The friend has claimed the code, so nothing is owed.
  expect(await failedOnes(failing)).toEqual([])
})

test('a failed refund returns the credits and is shown to admins, who can retry it or refund another way', async () => {
  // Other people's purchases must not count.
  await bought()
  const pack = await bought('one_time', 'refundFails')
  await bought()
  const until = (await readRow(db, 'credit_lots', 'expires_at', { user_id: pack.shopper.id }))
    .expires_at
  const begun = clock.now()
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
  // The credits have the time that was left when the refund began, counted from its failure.
  const left = until.getTime() - begun.getTime()
  expect(lot.expires_at).toEqual(
    endOfLastDay(new Date(clock.now().getTime() + left), 'America/New_York'),
  )
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

test('disputed or expired purchases, plans and other people’s purchases cannot be refunded', async () => {
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

test('at one cent per credit, a failed refund returns all credits, and the last credit can be refunded', async () => {
  const pack = await bought('one_time', 'refundFails')
  await updateRows(db, 'checkout_orders', pack.orderId, { amount_cents: 50 })
  expect(await refundOf(pack, 50)).toMatchObject({ ok: true })
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(50)
  await made.deposit(pack.shopper)
  await rentFor(pack.shopper, 49)
  expect(await offered(pack)).toMatchObject({ cents: 1, credits: 1 })
})

test('a gift can be refunded until its credits and its code expire', async () => {
  const gift = await bought('gift')
  const { id, expires_at } = await codeOf(gift)
  clock.set(new Date(expires_at.getTime() - 1))
  expect(await offered(gift)).toMatchObject({ cents: 5000, credits: 100, giftCodeId: id })
  clock.set(expires_at)
  expect(await offered(gift)).toBe(undefined)
})
