import { expect, test } from 'vitest'
import { resolveRefund, retryRefund } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { openPayments } from '#test/payments.ts'
import { openExport } from './exports.ts'

const now = new Date('2027-01-10T12:00:00Z')
const { db, made, clock, payments } = await openPayments({ at: '2027-01-10T12:00:00Z' })

test('money in and out adds up to the totals, without failed or undecided payments', async () => {
  const admin = await made.admin()
  const shopper = await made.shopper()
  await payments.holdDeposit(shopper, 'refundFails')
  await payments.buy(await made.shopper(), 'one_time', { card: 'disputed' })
  await payments.subscribe(await made.shopper(), 'subscription_monthly')
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  await requestRefund(db, shopper, clock.now())
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const failed = () =>
    db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'failed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  await retryRefund(db, admin, (await failed()).id, clock.now())
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const note = 'Cheque 1042'
  const { id: refundId } = await failed()
  await resolveRefund(db, admin, { refundId, cents: 5000, note }, clock.now())

  const rows: (readonly string[])[] = []
  const all = { list: 'money', timeZone: 'UTC', now, from: '', to: '' } as const
  const opened = await openExport(db, admin, all)
  for await (const batch of opened.ok ? opened.value : expect.unreachable()) rows.push(...batch)
  const [header = [], ...entries] = rows
  const cell = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? ''
  const totals = entries.pop() ?? []
  const sum = (name: string) =>
    entries.reduce((cents, row) => cents + Math.round(Number(cell(row, name)) * 100), 0)
  expect([cell(totals, 'What'), cell(totals, 'In (USD)'), cell(totals, 'Out (USD)')]).toEqual([
    'Total',
    '120.00',
    '50.00',
  ])
  expect([sum('In (USD)'), sum('Out (USD)')]).toEqual([12_000, 5_000])
  const dates = entries.map((row) => cell(row, 'Date'))
  expect(dates).toEqual(dates.toSorted())
  const results = entries.map((row) => [cell(row, 'What'), cell(row, 'Status'), cell(row, 'Note')])
  expect(results).toEqual(
    expect.arrayContaining([
      ['Dispute: Credit pack', 'open', 'Reported as fraud'],
      ['Refund: Deposit', 'failed', 'Card expired or canceled'],
      ['Refund: Deposit', 'refunded another way', note],
    ]),
  )
  expect(
    entries.every((row) => cell(row, 'Status') !== '' && cell(row, 'Amount (USD)') !== ''),
  ).toBe(true)
})
