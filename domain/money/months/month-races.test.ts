import { expect, test } from 'vitest'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { atOnce } from '#test/at-once.ts'
import { openPayments } from '#test/payments.ts'
import { readRow } from '#test/postgres/rows.ts'
import { closingOf } from './month-lines.ts'
import { closeMonth, monthStatement } from './months.ts'

const timeZone = 'America/New_York'

/** A month that is over, and a refund in its last minute that is being recorded. */
async function refundAtMidnight() {
  const shop = await openPayments({ at: '2026-11-20T12:00:00Z' })
  const { db, made, payments, clock } = shop
  const admin = await made.admin()
  const shopper = await made.shopper()
  await payments.holdDeposit(shopper)
  const lastMinute = new Date('2026-12-01T04:59:00Z')
  clock.set(lastMinute)
  expect(await requestRefund(db, shopper, lastMinute)).toMatchObject({ ok: true })
  const { id } = await readRow(db, 'refunds', 'id', { status: 'pending' })
  const at = { now: new Date('2026-12-01T05:00:00Z'), timeZone }
  return {
    ...shop,
    close: () => closeMonth(db, admin, '2026-11', at),
    record: () => makeRefund(db, payments.stripe, id, lastMinute),
    returned: async () => {
      const months = ['2026-11', '2026-12'].map((month) => monthStatement(db, admin, month, at))
      return (await Promise.all(months)).map((one) => {
        const lines = one?.lines ?? expect.unreachable()
        return [lines.deposits_returned, closingOf(lines, 'deposits')]
      })
    },
  }
}

test('a refund that arrives while its month is closed counts in the next one', async () => {
  const { pool, close, record, returned } = await refundAtMidnight()
  const [closed] = await atOnce<unknown>(pool, [close, record])
  expect(closed).toEqual({ ok: true, value: null })
  expect(await returned()).toEqual([
    [0, 5000],
    [-5000, 0],
  ])
})

test('a month that is closed while a refund arrives waits for it', async () => {
  const { pool, close, record, returned } = await refundAtMidnight()
  // To which a refund adds after it has counted in its month.
  const [, closed] = await atOnce<unknown>(pool, [record, close], 'running_total_changes')
  expect(closed).toEqual({ ok: true, value: null })
  expect(await returned()).toEqual([
    [-5000, 0],
    [0, 0],
  ])
})
