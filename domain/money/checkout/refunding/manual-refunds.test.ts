import { expect, test } from 'vitest'
import type { RefundId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { refundRows } from '#test/refund-rows.ts'
import { resolveRefund, retryRefund } from './manual-refunds.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const admin = await made.admin()
const now = new Date('2026-11-20T12:00:00Z')
const refund = refundRows(db, now)

const retry = (id: RefundId) => retryRefund(db, admin, id, now)
const byHand = (refundId: RefundId, cents: number, note = 'Check 12') =>
  resolveRefund(db, admin, { refundId, cents, note }, now)
const because = (reason: string) => ({ ok: false, problem: { reason } })

const rowOf = (id: RefundId) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesAbout = (id: RefundId) =>
  readRows(db, 'audit_log', ['actor_id', 'action', 'noun', 'before', 'after', 'at'], {
    noun_id: id,
  })

test('only a failed refund that nobody has handled is retried or resolved', async () => {
  const done = await refund({ status: 'succeeded' })
  const pending = await refund()
  for (const [id, reason] of [
    [newId(), 'refund-not-found'],
    [done, 'nothing-to-do'],
    [pending, 'nothing-to-do'],
  ] as const) {
    expect(await retry(id)).toEqual(because(reason))
    expect(await byHand(id, 3000)).toEqual(because(reason))
  }
  const failed = await refund({ status: 'failed' })
  expect(await retry(failed)).toMatchObject({ ok: true })
  expect(await retry(failed)).toEqual(because('nothing-to-do'))
  expect(await byHand(failed, 3000)).toEqual(because('nothing-to-do'))
})

test('a refund is retried to the last cent, and the audit log names the new refund', async () => {
  const failed = await refund({ status: 'failed', cents: 1, failure: 'declined' })
  const again = await retry(failed)
  if (!again.ok) throw new Error(again.problem.reason)
  const { refundId } = again.value
  expect(await rowOf(refundId)).toMatchObject({
    ...{ amount_cents: 1, status: 'pending', reason: 'duplicate_payment', deposit_id: null },
    ...{ retry_of: failed, order_id: (await rowOf(failed)).order_id, requested_at: now },
  })
  const act = { actor_id: admin.id, action: 'retry refund', noun: 'refund', at: now }
  expect(await linesAbout(failed)).toEqual([
    { ...act, before: null, after: { cents: 1, retriedAs: refundId } },
  ])
})

test('a resolved refund keeps the note of the admin', async () => {
  const failed = await refund({ status: 'failed', cents: 1 })
  expect(await byHand(failed, 0)).toEqual({
    ok: false,
    problem: { reason: 'amount-changed', owedCents: 1 },
  })
  expect(await byHand(failed, 1, '  Bank transfer ')).toEqual({ ok: true, value: null })
  expect(await rowOf(failed)).toMatchObject({
    ...{ status: 'succeeded', amount_cents: 1, settled_by: admin.id, finished_at: now },
    settlement_note: 'Bank transfer',
  })
  const act = { actor_id: admin.id, action: 'resolve refund', noun: 'refund', at: now }
  expect(await linesAbout(failed)).toEqual([
    {
      ...{ ...act, before: { status: 'failed', cents: 1 } },
      after: { status: 'succeeded', cents: 1, note: 'Bank transfer' },
    },
  ])
})

test('a failed dashboard refund of a deposit is retried as ours, one refund of a payment at a time', async () => {
  // A pending refund of another deposit does not block the retry.
  await refund({ deposit: await made.deposit(await made.shopper()) })
  const deposit = await made.deposit(await made.shopper())
  const made_at_stripe = { deposit, reason: 'made_at_stripe', status: 'failed' } as const
  const [first, second] = [await refund(made_at_stripe), await refund(made_at_stripe)]
  const again = await retry(first)
  if (!again.ok) throw new Error(again.problem.reason)
  const row = await rowOf(again.value.refundId)
  expect(row).toMatchObject({ reason: 'deposit_returned', deposit_id: deposit, retry_of: first })
  expect(await retry(second)).toEqual(because('another-under-way'))
})

test('a retry for a payment that could not be used leaves out what disputes have taken', async () => {
  const failed = await refund({ status: 'failed', cents: 5000 })
  const { order_id } = await rowOf(failed)
  const { user_id } = await readRow(db, 'checkout_orders', 'user_id', order_id)
  const disputed = async (cents: number, status: 'open' | 'won' | 'lost') => {
    const dispute = { payment_intent: `pi_${order_id}`, order_id, user_id, amount_cents: cents }
    const times = { opened_at: now, closed_at: status === 'open' ? null : now }
    await insertRows(db, 'disputes', { id: newId(), ...dispute, status, ...times })
  }
  await disputed(700, 'open')
  await disputed(800, 'won')
  await disputed(4999, 'lost')
  const again = await retry(failed)
  if (!again.ok) throw new Error(again.problem.reason)
  expect(await rowOf(again.value.refundId)).toMatchObject({ amount_cents: 1 })
  await updateRows(db, 'refunds', again.value.refundId, { status: 'failed', finished_at: now })
  await disputed(1, 'lost')
  expect(await retry(again.value.refundId)).toEqual(because('nothing-left'))
  expect(await byHand(again.value.refundId, 1)).toEqual(because('nothing-left'))
})
