import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { depositLines } from './deposit-lines.ts'
import { requestRefund, withholdFromDeposit } from './deposits.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a deposit’s payment, what was withheld of it and its refund are lines of its shopper only', async () => {
  const shopper = await made.shopper()
  const depositId = await made.deposit(shopper, { paidAt: now })
  const other = await made.shopper()
  await made.deposit(other, { paidAt: now })
  const item = await made.item({ title: 'Silk gown', creditsPerDay: 0 })
  const { id } = await made.rental({ item, renter: shopper, status: 'completed', createdAt: now })
  const admin = await made.admin()
  const claim = { depositId, rentalId: id, cents: 1200, decidedBy: admin.id }
  await inTransaction(db, async (tx) => {
    await withholdFromDeposit(tx, claim, at(1))
    await updateRows(tx, 'rentals', id, {
      condition_status: 'deposit_kept',
      deposit_kept_amount: 1200,
    })
  })
  const lines = async () => (await depositLines(db, shopper, null)).rows
  expect(await lines()).toMatchObject([
    { kind: 'withheld', cents: 1200, title: 'Silk gown', at: at(1) },
    { kind: 'deposit', cents: 5000, title: null, at: now },
  ])
  expect((await depositLines(db, other, null)).rows).toMatchObject([{ kind: 'deposit' }])
})

test('a refund is a line from its request on, a failed one is none', async () => {
  const shopper = await made.shopper()
  await made.deposit(shopper, { paidAt: now })
  expect(await requestRefund(db, shopper, at(1))).toMatchObject({ ok: true })
  const refund = async () => (await depositLines(db, shopper, null)).rows[0]
  expect(await refund()).toMatchObject({ kind: 'refund-pending', cents: -5000, at: at(1) })
  const { id } = await db
    .selectFrom('refunds as f')
    .innerJoin('deposits as d', 'd.id', 'f.deposit_id')
    .select('f.id')
    .where('d.user_id', '=', shopper.id)
    .executeTakeFirstOrThrow()
  const end = (status: 'succeeded' | 'failed') =>
    updateRows(db, 'refunds', id, { status, finished_at: at(2), stripe_refund_id: `re_${newId()}` })
  await end('succeeded')
  expect(await refund()).toMatchObject({ kind: 'refund', cents: -5000, at: at(1) })
  await end('failed')
  expect(await refund()).toMatchObject({ kind: 'deposit' })
})

test('pages contain each line once', async () => {
  const shopper = await made.shopper()
  await made.deposit(shopper, { paidAt: now })
  await requestRefund(db, shopper, now)
  const first = await depositLines(db, shopper, null, 1)
  const second = await depositLines(db, shopper, first.next, 1)
  expect([...first.rows, ...second.rows].map(({ kind }) => kind).toSorted()).toEqual([
    'deposit',
    'refund-pending',
  ])
  expect(second.next).toBeNull()
})
