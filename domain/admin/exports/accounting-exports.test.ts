import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { closingOf, type MonthLines } from '#domain/money/months/month-lines.ts'
import { statementUntil } from '#domain/money/months/months.ts'
import { payoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { allOf } from '#test/all-of.ts'
import { refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import type { ExportList } from './export-period.ts'
import { openExport } from './exports.ts'

const timeZone = 'UTC'
const shop = await refundedPurchases()
const { db, made, admin, clock, bought, rentFor, refundOf, finished, origin } = shop

// Packs, gifts, a rental that stays and one that does not, a refund, and two closets.
const pack = await bought()
await updateRows(db, 'user_profiles', pack.shopper.id, { state: 'TX', created_at: clock.now() })
await made.deposit(pack.shopper, { paidAt: clock.now() })
await rentFor(pack.shopper, 14)
const rentalId = await rentFor(pack.shopper, 7)
await cancelRental(db, pack.shopper, { rentalId, origin }, clock.now())
const partly = await bought()
await made.deposit(partly.shopper, { paidAt: clock.now() })
await rentFor(partly.shopper, 14)
await refundOf(partly, 3600)
await finished()
const gift = await bought('gift')
await bought('gift')
const { code } = await readRow(db, 'gift_codes', 'code', { order_id: gift.orderId })
await claimGiftCode(db, await made.shopper(), code, clock.now())
const closet = await made.closet({ full_name: 'Cleo Closet' })
await made.payoutAccount(closet, { at: clock.now() })
await made.payout(closet, { cents: 4000, at: clock.now() })
await made.correction(closet, { cents: 1550, at: clock.now() })
await made.correction(closet, { cents: -50, at: clock.now() })
clock.advance({ seconds: 60 })

function today() {
  return calendarDateIn(timeZone, clock.now())
}

async function fileOf(list: ExportList, period = { from: '', to: '' }) {
  const opened = await openExport(db, admin, { list, timeZone, now: clock.now(), ...period })
  const [header = [], ...rows] = (
    await allOf(opened.ok ? opened.value : expect.unreachable())
  ).flat()
  return rows.map((cells) =>
    Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
  )
}

type File = Awaited<ReturnType<typeof fileOf>>

const sumOf = (file: File, column: string) =>
  file.reduce((sum, row) => sum + Number(row[column] ?? Number.NaN), 0)
const centsIn = (file: File, column: string) => Math.round(sumOf(file, column) * 100)

const until: MonthLines = await statementUntil(db, admin, today(), timeZone)

test('credit movements add up to what the months say is owed, in credits and money', async () => {
  const file = await fileOf('credits')
  expect(sumOf(file, 'Credits')).toBe(closingOf(until, 'credits'))
  expect(Math.round(sumOf(file, 'Paid for them (USD)') * 100_000)).toBe(
    closingOf(until, 'millicents'),
  )
  expect(new Set(file.map(({ What }) => What))).toEqual(
    new Set([
      'purchase',
      'rental',
      'cancellation',
      'revocation',
      'gift_claim',
      'gift code bought',
      'gift code claimed',
    ]),
  )
})

test('taxable receipts are what was paid for used credits, by month and state', async () => {
  const file = await fileOf('receipts')
  // A renter without a state used an item of a closet in New York.
  expect(file.map((row) => [row.State, row['Credits used'], row['Receipts (USD)']])).toEqual([
    ['NY', '14', '14.00'],
    ['TX', '14', '14.00'],
  ])
  const used = -(until.millicents_spent + until.millicents_returned)
  expect(centsIn(file, 'Receipts (USD)') * 1000).toBe(used)
})

test('earnings, payouts and what is owed agree with each other and with the months', async () => {
  const [earnings, payouts, owed, closets] = [
    await fileOf('earnings'),
    await fileOf('payouts'),
    await fileOf('owed'),
    await fileOf('closets'),
  ]
  const earned = until.earnings_earned + until.earnings_corrected
  expect([centsIn(earnings, 'Amount (USD)'), centsIn(closets, 'Gross (USD)')]).toEqual([
    earned,
    earned,
  ])
  expect(earned).toBe(5500)
  expect([centsIn(payouts, 'Amount (USD)'), centsIn(closets, 'Paid (USD)')]).toEqual([
    -until.earnings_paid,
    -until.earnings_paid,
  ])
  const { owedCents } = await payoutFigures(db, admin, clock.now())
  expect([centsIn(owed, 'Owed (USD)'), owedCents]).toEqual([1500, 1500])
  expect(centsIn(owed, 'Owed (USD)')).toBe(closingOf(until, 'earnings'))
  const balances = await fileOf('balances')
  const columns = [
    'From rentals',
    'Deposits withheld',
    'Taken back and adjusted',
    'Paid out',
    'Closing',
  ]
  const [rentals = 0, withheld = 0, ...others] = columns.map((one) =>
    centsIn(balances, `${one} (USD)`),
  )
  expect([rentals + withheld, ...others]).toEqual([
    ...[until.earnings_earned, until.earnings_corrected, until.earnings_paid],
    closingOf(until, 'earnings'),
  ])
  expect(closets).toMatchObject([{ Closet: 'Cleo Closet', Rentals: '0', Payouts: '1' }])
  // Nothing happened in another year.
  expect(await fileOf('closets', { from: '2020-01-01', to: '2020-12-31' })).toEqual([])
  expect(await fileOf('balances', { from: '2020-01-01', to: '2020-12-31' })).toEqual([])
  // Years later, nothing changed, and the same is still owed.
  expect(await fileOf('balances', { from: '2090-01-01', to: '2090-01-31' })).toMatchObject([
    { 'Opening (USD)': '15.00', 'Paid out (USD)': '0.00', 'Closing (USD)': '15.00' },
  ])
})

test('deposits and unclaimed balances agree with the months', async () => {
  const deposits = await fileOf('deposits')
  expect(centsIn(deposits, 'Left (USD)')).toBe(closingOf(until, 'deposits'))
  const unclaimed = await fileOf('unclaimed')
  expect(sumOf(unclaimed, 'Credits') + sumOf(unclaimed, 'In unclaimed gift codes')).toBe(
    closingOf(until, 'credits'),
  )
  expect(centsIn(unclaimed, 'Deposit (USD)')).toBe(closingOf(until, 'deposits'))
  expect(centsIn(unclaimed, 'Earnings owed (USD)')).toBe(closingOf(until, 'earnings'))
  const money =
    centsIn(unclaimed, 'Paid for them (USD)') + centsIn(unclaimed, 'Paid for these (USD)')
  expect(money).toBe(Math.round(closingOf(until, 'millicents') / 1000))
  expect(unclaimed.find(({ Name }) => Name === pack.shopper.fullName)).toMatchObject({
    ...{ State: 'TX', 'Last activity': expect.stringContaining(today()) },
  })
})

test('a file by closet is whole, however many there are', async () => {
  for (let n = 0; n < 3; n += 1) await made.correction(await made.closet(), { at: clock.now() })
  const opened = await openExport(
    db,
    admin,
    { list: 'owed', timeZone, now: clock.now(), from: '', to: '' },
    2,
  )
  expect(opened.ok).toBe(true)
})
