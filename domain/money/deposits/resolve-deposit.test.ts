import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import { renderEmail } from '#domain/outbound/mail/email.ts'
import { depositRows, inDays, noon } from '#test/deposit-rows.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { appealEnd } from './appeal-time.ts'
import {
  countRefund,
  freezeDeposit,
  loseDeposit,
  requestRefund,
  resolveDeposit,
} from './deposits.ts'
import { refundFromPayments } from './record-refund.ts'
import { type RefundDetails, refundEmail } from './refund-emails.ts'
import { returnDeposit } from './return-deposit.ts'

// Rows are inserted without the history that commands would leave.
const { db } = await testDatabase({ violatesInvariants: true })
const { made, held, topUp } = depositRows(db)
const within = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work)
type Held = Awaited<ReturnType<typeof held>>

/** Resolves a deposit in this state; returns the cents of the refunds that this records. */
async function resolved(
  row: Parameters<Held['set']>[0],
  prepare?: (one: Held) => Promise<unknown>,
) {
  const one = await held()
  if ('topped_up_cents' in row) await topUp(one.id, inDays(1))
  await one.set(row)
  await prepare?.(one)
  const before = (await one.refunds()).length
  await within((tx) => resolveDeposit(tx, one.id, noon))
  return (await one.refunds()).slice(before).map(({ amount_cents }) => amount_cents)
}

test('a deposit with one cent missing is refunded once, and not while it is disputed', async () => {
  const pending = (one: Held) => one.refund(1)
  expect(await resolved({ kept_cents: 0 })).toEqual([])
  expect(await resolved({ kept_cents: 1 })).toEqual([4999])
  expect(await resolved({ kept_cents: 1 }, pending)).toEqual([])
  expect(await resolved({ kept_cents: 1, frozen_at: noon })).toEqual([])
  const closed = await held()
  await closed.set({ kept_cents: 5000, closed_at: inDays(-1) })
  await within((tx) => resolveDeposit(tx, closed.id, noon))
  expect(await closed.now()).toMatchObject({ kept_cents: 5000, closed_at: inDays(-1) })
})

test('a surplus of one cent is refunded at once, less what failed refunds still owe', async () => {
  const more = (cents: number) => ({
    ...{ amount_cents: 6000, topped_up_cents: 1000, kept_cents: 1000 - cents },
  })
  const failed = (one: Held) => one.refund(300, { status: 'failed', finished_at: noon })
  expect(await resolved(more(0))).toEqual([])
  expect(await resolved(more(1))).toEqual([1])
  expect(await resolved(more(1000), failed)).toEqual([700])
  expect(await resolved(more(200), failed)).toEqual([])
  expect(await resolved(more(1000), (one) => one.refund(1))).toEqual([])
  expect(await resolved({ ...more(1000), frozen_at: noon })).toEqual([])
  expect(await resolved({ ...more(1000), refund_requested_at: noon })).toEqual([])
})

test('an amount returned by an appeal is refunded, up to what is left less failed refunds', async () => {
  const appealed = (cents: number) => async (one: Held) => {
    const rentalId = await one.claim({ released_at: noon, final_at: noon }, 4000)
    await insertRows(db, 'deposit_appeals', {
      ...{ rental_id: rentalId, words: 'It was torn before.', filed_at: noon },
      ...{ answer_due_at: noon, refund_cents: cents, returned_cents: cents },
      ...{ status: 'reduced', reasons: 'In part.', decided_at: noon },
    })
  }
  const owed = { kept_cents: 3500, refund_requested_at: noon }
  expect(await resolved(owed, appealed(1))).toEqual([1])
  expect(await resolved(owed, appealed(500))).toEqual([500])
  expect(await resolved({ ...owed, kept_cents: 4700 }, appealed(500))).toEqual([300])
  expect(await resolved({ ...owed, frozen_at: noon }, appealed(500))).toEqual([])
  const pending = async (one: Held) => {
    await appealed(500)(one)
    await one.refund(1)
  }
  expect(await resolved(owed, pending)).toEqual([])
  const failed = async (one: Held) => {
    await appealed(500)(one)
    const finished = { finished_at: noon }
    await one.refund(1200, { status: 'failed', ...finished })
    const first = await one.refund(200, { status: 'failed', ...finished })
    await one.refund(200, { status: 'succeeded', retry_of: first, ...finished })
  }
  expect(await resolved(owed, failed)).toEqual([300])
})

test('a deposit covers its losses first, the earliest loss first', async () => {
  const one = await held()
  await one.set({ kept_cents: 4200 })
  const other = await held()
  await other.set({ kept_cents: 5000 })
  await other.loses(50, { id: 'dp_other', closed_at: noon })
  await one.loses(1, { id: 'dp_a', closed_at: inDays(2) })
  await one.loses(500, { id: 'dp_c', closed_at: inDays(1) })
  await one.loses(499, { id: 'dp_b', closed_at: inDays(1) })
  await one.loses(100, { id: 're_d', kind: 'refund', closed_at: inDays(3) })
  await one.loses(1, { id: 'dp_f', closed_at: inDays(0.5) })
  // This loss is covered already.
  await one.loses(0, { id: 'dp_e', closed_at: noon })
  await within((tx) => resolveDeposit(tx, one.id, noon))
  const losses = db.selectFrom('disputes').select(['id', 'loss_cents']).orderBy('id')
  const orderIds = [one.orderId, other.orderId]
  const left = await losses.where('order_id', 'in', orderIds).execute()
  expect(left.map(({ id, loss_cents }) => [id, loss_cents])).toEqual([
    ...[
      ['dp_a', 1],
      ['dp_b', 0],
      ['dp_c', 200],
      ['dp_e', 0],
      ['dp_f', 0],
      ['dp_other', 50],
      ['re_d', 100],
    ],
  ])
  const over = { kept_cents: 4200, refunded_cents: 0, lost_cents: 800 }
  expect(await one.now()).toEqual({ ...over, refund_requested_at: null, closed_at: noon })
  const single = await held()
  await single.set({ kept_cents: 4000 })
  await single.loses(1000)
  await within((tx) => resolveDeposit(tx, single.id, noon))
  expect(await single.refunds()).toEqual([])
  expect(await single.now()).toMatchObject({ lost_cents: 1000, closed_at: noon })
})

test('a dispute puts its own deposit on hold, which is resolved when the dispute is over', async () => {
  const one = await held()
  const other = await held()
  const freeze = (at: Date | null) => within((tx) => freezeDeposit(tx, one.id, at, noon))
  await one.set({ kept_cents: 5000 })
  await freeze(noon)
  await one.loses(0, { id: 'dp_open', status: 'open', closed_at: null })
  await freeze(null)
  expect(await one.now()).toMatchObject({ closed_at: null })
  await db.deleteFrom('disputes').where('id', '=', 'dp_open').execute()
  await other.loses(0, { status: 'open', closed_at: null })
  await one.loses(0, { status: 'open', closed_at: null, kind: 'refund' })
  await freeze(null)
  expect(await one.now()).toMatchObject({ closed_at: noon })
  expect(await within((tx) => loseDeposit(tx, other.id, 9999, noon))).toBe(5000)
  expect(await other.now()).toMatchObject({ lost_cents: 5000, closed_at: noon })
})

test('a refund request is refused during another refund, and a repeated one returns its own', async () => {
  const [live, over] = [await held(), await held()]
  await live.refund(1)
  await over.refund(1)
  await over.set({ refund_requested_at: noon })
  const underWay = { ok: false, problem: { reason: 'refund-under-way' } }
  expect(await requestRefund(db, live.payer, noon)).toEqual(underWay)
  const cents = { ok: true, value: { cents: 1 } }
  expect(await requestRefund(db, over.payer, noon)).toEqual(cents)
  expect([await live.refunds(), await over.refunds()].map((all) => all.length)).toEqual([1, 1])
})

test('a refund that comes back reopens its deposit, which no longer covers rentals', async () => {
  const [requested, closed, open] = [await held(), await held(), await held()]
  const count = (one: Held, cents: number) =>
    within((tx) => countRefund(tx, one.id, cents, inDays(1)))
  const over = { refunded_cents: 5000, closed_at: noon }
  await requested.set({ ...over, refund_requested_at: noon })
  await closed.set(over)
  await open.set({ refunded_cents: 1000 })
  await open.rental('pending')
  await count(requested, -5000)
  await count(closed, -1)
  await count(open, -1)
  await count(open, 2)
  expect(await requested.now()).toMatchObject({ refund_requested_at: noon, closed_at: null })
  expect(await closed.now()).toMatchObject({ refund_requested_at: inDays(1), closed_at: null })
  expect([await requested.refunds(), await closed.refunds()]).toEqual([[], []])
  expect(await open.now()).toMatchObject({ refunded_cents: 1001, refund_requested_at: null })
  const partly = await held()
  await partly.set({ kept_cents: 500 })
  await count(partly, 0)
  expect(await partly.refunds()).toEqual([])
  await count(partly, 1)
  expect(await partly.now()).toMatchObject({ refunded_cents: 1 })
})

test('payments with nothing left are skipped, and no more is refunded than was paid', async () => {
  const one = await held()
  await topUp(one.id, inDays(1))
  const refund = (cents: number) =>
    within((tx) => refundFromPayments(tx, one.id, { cents, reason: 'deposit_returned' }, noon))
  for (const cents of [1000, 4999]) {
    await refund(cents)
    await updateRows(
      db,
      'refunds',
      { deposit_id: one.id },
      { status: 'succeeded', finished_at: noon },
    )
  }
  await expect(refund(2)).rejects.toThrow('has 1 cents left')
  expect((await one.refunds()).map(({ amount_cents }) => amount_cents)).toEqual([1000, 4999])
})

test('an admin refunds a deposit, if there is one, with a line in the audit log', async () => {
  const [admin, stranger] = [await made.admin(), await made.shopper()]
  const { payer } = await held()
  expect(await returnDeposit(db, admin, stranger.id, noon)).toEqual({
    ...{ ok: false, problem: { reason: 'no-deposit' } },
  })
  expect(await returnDeposit(db, admin, payer.id, noon)).toEqual({
    ...{ ok: true, value: { cents: 5000 } },
  })
  const lines = db.selectFrom('audit_log').select(['actor_id', 'action', 'noun_id', 'after'])
  expect(await lines.execute()).toEqual([
    { actor_id: admin.id, action: 'refund deposit', noun_id: payer.id, after: { cents: 5000 } },
  ])
})

test('an email says what was refunded, with a link where the address is known', () => {
  const details = { name: 'Ada', cents: 5000, failure: null } as const
  const textOf = (refund: RefundDetails) => renderEmail(refundEmail('arrived', refund), null).text
  const deposit = textOf({ ...details, of: 'deposit', origin: null })
  expect(deposit).toContain('$50.00 of your deposit was refunded to the card you paid with.')
  expect(deposit).not.toContain('did not need')
  expect(deposit).not.toContain('See your credits')
  const added = textOf({ ...details, of: 'top-up', origin: 'https://shop.test' })
  expect(added).toContain('Your deposit no longer needed this payment.')
  expect(added).toContain('https://shop.test/')
  expect(appealEnd(noon)).toEqual(inDays(7))
})
