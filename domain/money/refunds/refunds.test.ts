import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { GiftCodeId, OrderId, RefundId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { refundRows } from '#test/refund-rows.ts'
import {
  recordExternalRefund,
  recordManualRefund,
  recordRefund,
  recordRefundAnswer,
} from './refunds.ts'

// Rows without their history, which violates invariants.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')
const refund = refundRows(db, now)

const rowOf = (id: RefundId) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function giftCodeOf(orderId: OrderId): Promise<GiftCodeId> {
  const id: GiftCodeId = newId()
  const { id: buyer_id } = await made.shopper()
  await insertRows(db, 'gift_codes', {
    ...{ id, code: 'ABCDEFGH', buyer_id, order_id: orderId, credits_amount: 50 },
    ...{ recipient_email: 'friend@hemline.test', payment_intent: 'pi_gift' },
    ...{ created_at: now, expires_at: later },
  })
  return id
}

test('a refund is recorded with the job that requests it', async () => {
  const retryOf = await refund({ status: 'failed' })
  const { order_id: orderId } = await rowOf(retryOf)
  const giftCodeId = await giftCodeOf(orderId)
  const purchase = { credits: 30, giftCodeId, note: 'The closet shut down.', revokedBy: retryOf }
  const whole = { orderId, depositId: null, cents: 3000, retryOf, purchase }
  const deposit = { orderId, depositId: await made.deposit(await made.shopper()), cents: 1 }
  const { bought, held } = await inTransaction(db, async (tx) => ({
    bought: await recordRefund(tx, { ...whole, reason: 'purchase_refunded' }, now),
    held: await recordRefund(tx, { ...deposit, reason: 'deposit_returned' }, now),
  }))
  const open = {
    ...{ order_id: orderId, status: 'pending', stripe_refund_id: null, requested_at: now },
    ...{ finished_at: null, failure: null, settled_by: null, settlement_note: null },
    gift_code_id: null,
    credits_revoked_by: null,
    is_retried: false,
    has_nothing_left: false,
  }
  expect(await rowOf(retryOf)).toMatchObject({ status: 'failed', is_retried: true })
  expect(await rowOf(bought)).toEqual({
    ...{ ...open, id: bought, deposit_id: null, amount_cents: 3000, retry_of: retryOf },
    ...{ reason: 'purchase_refunded', credits: 30, note: 'The closet shut down.' },
    gift_code_id: giftCodeId,
    credits_revoked_by: retryOf,
  })
  expect(await rowOf(held)).toEqual({
    ...{ ...open, id: held, deposit_id: deposit.depositId, amount_cents: 1, retry_of: null },
    ...{ reason: 'deposit_returned', credits: null, note: null },
  })
  const { rows: jobs } = await sql`select payload, key from graphile_worker._private_jobs
    order by id`.execute(db)
  expect(jobs).toEqual(
    [bought, held].map((refundId) => ({ payload: { refundId }, key: `refund:${refundId}` })),
  )
})

test('a refund made in the dashboard is recorded once, and grows', async () => {
  const deposit = await made.deposit(await made.shopper())
  const { order_id: orderId } = await rowOf(await refund({ deposit, status: 'succeeded' }))
  const elsewhere = (id: string, cents: number) =>
    inTransaction(db, (tx) =>
      recordExternalRefund(tx, deposit, { id, orderId, cents, createdAt: now }, later),
    )
  await elsewhere('re_1', 1000)
  await elsewhere('re_2', 500)
  await elsewhere('re_1', 200)
  const rows = await db
    .selectFrom('refunds')
    .select(['stripe_refund_id', 'amount_cents', 'deposit_id', 'order_id', 'reason', 'status'])
    .select(['requested_at', 'finished_at'])
    .where('reason', '=', 'made_at_stripe')
    .orderBy('stripe_refund_id')
    .execute()
  const row = {
    ...{ deposit_id: deposit, order_id: orderId, reason: 'made_at_stripe', status: 'succeeded' },
    ...{ requested_at: now, finished_at: later },
  }
  expect(rows).toEqual([
    { ...row, stripe_refund_id: 're_1', amount_cents: 1200 },
    { ...row, stripe_refund_id: 're_2', amount_cents: 500 },
  ])
})

test('the result of a refund is recorded, and that of no other refund', async () => {
  const [pending, failed] = [await refund(), await refund()]
  const [byHand, other] = [await refund({ status: 'failed' }), await refund()]
  const before = await rowOf(other)
  const admin = await made.admin()
  await inTransaction(db, async (tx) => {
    const answer = { stripeRefundId: 're_3', failure: null }
    await recordRefundAnswer(tx, pending, { status: 'pending', ...answer }, later)
    const refusal = { stripeRefundId: null, failure: 'declined' }
    await recordRefundAnswer(tx, failed, { status: 'failed', ...refusal }, later)
    const payment = { adminId: admin.id, cents: 2900, note: 'Cash' }
    await recordManualRefund(tx, byHand, payment, later)
  })
  expect(await rowOf(pending)).toMatchObject({
    ...{ status: 'pending', stripe_refund_id: 're_3', finished_at: null },
  })
  expect(await rowOf(failed)).toMatchObject({
    ...{ status: 'failed', failure: 'declined', finished_at: later },
  })
  expect(await rowOf(byHand)).toMatchObject({
    ...{ status: 'succeeded', amount_cents: 2900, settled_by: admin.id, finished_at: later },
    settlement_note: 'Cash',
  })
  expect(await rowOf(other)).toEqual(before)
})
