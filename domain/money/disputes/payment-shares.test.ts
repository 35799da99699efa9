import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { OrderId, SubscriptionId } from '#db/ids.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance, lockWallet, mint } from '#domain/money/credits/credits.ts'
import { addMonths } from '#domain/money/credits/months.ts'
import { makeGiftCode } from '#domain/money/gifts/gifts.ts'
import { grantMonths } from '#domain/money/plans/grants.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'
import { countExternalRefund } from './disputes.ts'

// Payments and refunds are inserted without the history that commands would leave.
const { db, made, clock, stripe } = await openPayments({ violatesInvariants: true })
const now = clock.now()

const balanceOf = ({ id }: Shopper) => creditsBalance(db, id, now)

async function spend(shopper: Shopper, credits: number) {
  await made.deposit(shopper)
  const today = calendarDateIn('UTC', now)
  const item = await made.item({ creditsPerDay: credits / 7 })
  const days = { start: addDays(today, 1), end: addDays(today, 7) }
  const input = { itemId: item.id, ...days, requestKey: newId(), origin: 'https://shop.example' }
  const rented = await requestRental(db, shopper, input, now, today, 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
}

/** 50 credits for $50.00; with a friend's code, 100 credits. */
async function pack({ spent = 0, hasCode = false } = {}) {
  const shopper = await made.shopper()
  const [order, payment]: [OrderId, string] = [newId(), `pi_${newId()}`]
  const product = hasCode ? ('gift' as const) : ('one_time' as const)
  await insertRows(db, 'checkout_orders', {
    ...{ id: order, user_id: shopper.id, product_type: product, amount_cents: 5000 },
    ...{ credits: hasCode ? 100 : 50, status: 'fulfilled', payment_intent: payment },
    ...{ gift_recipient_email: hasCode ? 'friend@hemline.test' : null },
    ...{ created_at: now, paid_at: now, fulfilled_at: now },
  })
  await mintFor(shopper, payment, 50)
  if (hasCode)
    await inTransaction(db, (tx) =>
      makeGiftCode(
        tx,
        {
          ...{ orderId: order, buyerId: shopper.id, recipientEmail: 'friend@hemline.test' },
          ...{ credits: 50, paymentIntent: payment, expiresAt: addMonths(now, 3) },
        },
        now,
      ),
    )
  if (spent > 0) await spend(shopper, spent)
  return { shopper, order, payment }
}

async function mintFor(shopper: Shopper, paymentIntent: string, amount: number) {
  const lot = { key: newId(), source: 'goodwill' as const, expiresAt: addMonths(now, 3) }
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    await mint(tx, { userId: shopper.id, paymentIntent, amount, ...lot }, now)
  })
}

/** Refunds part of a payment in the dashboard; returns the loss in credits and in cents. */
async function refunded(payment: string, cents: number) {
  const id = `re_${newId()}`
  const refund = { id, status: 'succeeded', failure: null, refundId: null } as const
  const state = { ...refund, paymentIntent: payment, amountCents: cents, createdAt: now }
  await countExternalRefund(db, stripe, state, now)
  const row = await db
    .selectFrom('disputes')
    .select(['loss_credits as credits', 'loss_cents as cents'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && [row.credits, row.cents]
}

const codeOf = (payment: string) =>
  readRow(db, 'gift_codes', 'revoked_at', { payment_intent: payment })

/** A renewed plan: the invoice of the renewal, and this month's credits. */
async function renewal(plan: 'monthly' | 'annual', paidCents: number, spent = 0) {
  const shopper = await made.shopper()
  const [id, payment]: [SubscriptionId, string] = [newId(), `pi_${newId()}`]
  const product_type = `subscription_${plan}` as const
  await insertRows(db, 'credit_subscriptions', {
    ...{ id, user_id: shopper.id, stripe_subscription_id: `sub_${id}`, product_type },
    ...{ status: 'active', anchor_at: now, created_at: now, updated_at: now },
  })
  await insertRows(db, 'subscription_coverage', {
    ...{ id: newId(), subscription_id: id, stripe_invoice_id: `in_${id}`, product_type },
    ...{ starts_at: now, ends_at: addMonths(now, plan === 'annual' ? 12 : 1), paid_at: now },
    ...{ paid_cents: paidCents, payment_intent: payment },
  })
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    await grantMonths(tx, id, now)
  })
  if (spent > 0) await spend(shopper, spent)
  const coverage = () =>
    readRow(db, 'subscription_coverage', ['ends_at', 'revoked_at'], { payment_intent: payment })
  return { shopper, payment, coverage }
}

test('partial refunds add up, and one too small to revoke a credit is a loss while credits are left', async () => {
  const { shopper, payment } = await pack()
  expect(await refunded(payment, 49)).toEqual([0, 49])
  expect(await balanceOf(shopper)).toBe(50)
  expect(await refunded(payment, 1)).toEqual([0, 0])
  expect(await balanceOf(shopper)).toBe(49)
  expect(await refunded(payment, 4940)).toEqual([0, 0])
  expect(await balanceOf(shopper)).toBe(0)
  // The last ten cents: all credits are gone already.
  expect(await refunded(payment, 10)).toEqual([0, 0])
})

test('the loss in cents is the share of the credits that were spent, rounded', async () => {
  const { shopper, payment } = await pack({ spent: 42 })
  expect(await refunded(payment, 1250)).toEqual([5, 481])
  expect(await balanceOf(shopper)).toBe(0)
})

test('refunds by admins count unless they failed, and those of other payments do not', async () => {
  const { shopper, order, payment } = await pack()
  const other = await pack()
  expect(await refunded(other.payment, 1000)).toEqual([0, 0])
  expect(await refunded(payment, 1000)).toEqual([0, 0])
  for (const [order_id, status] of [
    [order, 'failed'],
    [order, 'succeeded'],
    [other.order, 'succeeded'],
  ] as const)
    await insertRows(db, 'refunds', {
      ...{ id: newId(), order_id, status, amount_cents: 1000, credits: 10 },
      ...{ reason: 'purchase_refunded', requested_at: now, finished_at: now },
    })
  await refunded(payment, 2000)
  expect(await balanceOf(shopper)).toBe(20)
  const lot = () =>
    db
      .selectFrom('credit_lots')
      .select('revoked_at')
      .where('payment_intent', '=', payment)
      .executeTakeFirst()
  expect(await lot()).toEqual({ revoked_at: null })
  await refunded(payment, 1000)
  expect(await lot()).toEqual({ revoked_at: now })
})

test('a code is revoked when the refund is worth all of it, or the rest of the payment', async () => {
  const worth = await pack({ hasCode: true })
  const less = await pack({ hasCode: true })
  const others = await pack({ hasCode: true })
  const all = await pack({ hasCode: true })
  // 99.98 and 98.98 of 100 credits.
  await refunded(worth.payment, 4999)
  expect(await codeOf(worth.payment)).toEqual({ revoked_at: now })
  await refunded(less.payment, 4949)
  expect(await codeOf(less.payment)).toEqual({ revoked_at: null })
  await refunded(all.payment, 1000)
  await refunded(all.payment, 4000)
  expect(await codeOf(all.payment)).toEqual({ revoked_at: now })
  expect(await codeOf(others.payment)).toEqual({ revoked_at: null })
  const spent = await pack({ hasCode: true, spent: 14 })
  // Of 98 refunded credits, 36 are left and 50 in the code, so 12 of the 14 spent are a loss.
  expect(await refunded(spent.payment, 4900)).toEqual([12, 600])
  expect(await refunded(spent.payment, 100)).toEqual([2, 100])
  const parts = await pack({ hasCode: true, spent: 14 })
  // Of 80 refunded credits, 36 are left; the other 44 are fewer than those of the code.
  expect(await refunded(parts.payment, 4000)).toEqual([14, 700])
  expect(await codeOf(parts.payment)).toEqual({ revoked_at: null })
  expect(await refunded(parts.payment, 1000)).toEqual([0, 0])
  expect(await codeOf(parts.payment)).toEqual({ revoked_at: now })
})

test('a refund of a renewal takes this month’s credits and future months, and spent credits are a loss', async () => {
  const month = await renewal('monthly', 2000)
  expect(await refunded(month.payment, 1000)).toEqual([0, 0])
  expect(await balanceOf(month.shopper)).toBe(15)
  expect(await refunded(month.payment, 1000)).toEqual([0, 0])
  expect(await month.coverage()).toMatchObject({ revoked_at: now })

  const year = await renewal('annual', 20_000)
  expect(await refunded(year.payment, 19_000)).toEqual([0, 0])
  expect(await balanceOf(year.shopper)).toBe(0)
  expect(await year.coverage()).toEqual({ ends_at: addMonths(now, 2), revoked_at: null })

  const used = await renewal('annual', 20_000, 14)
  // 320 credits: 16 of this month, ten months of 30, and 4 of the 14 that were spent.
  expect(await refunded(used.payment, 17_778)).toEqual([4, 222])
  expect(await used.coverage()).toMatchObject({ ends_at: addMonths(now, 2) })
})

test('a refund of a free invoice is no loss', async () => {
  const free = await renewal('monthly', 0)
  expect(await refunded(free.payment, 100)).toEqual([0, 0])
  expect(await balanceOf(free.shopper)).toBe(0)
})
