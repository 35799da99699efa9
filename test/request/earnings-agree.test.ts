import { expect, test } from 'vitest'
import type { EarningKind } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'

// One closet with rentals in every stage: every screen and file has the same sums, to the cent.

const DAY_MS = 86_400_000
const database = await testDatabase({ violatesInvariants: true })
const site = await testSite({ database, clock: testClock('2026-11-20T15:00:00Z') })
const { db, make, clock } = site
const closet = await make.closet()
const admin = await make.admin()
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

let key = 0
async function earn(kind: EarningKind, cents: number, days: number, rentalId: RentalId | null) {
  key += 1
  await insertRows(db, 'earnings', {
    ...{ id: newId(), owner_id: closet.id, kind, rental_id: rentalId, amount_cents: cents },
    ...{ source_key: `${kind === 'taken_back' ? 'taken-back:' : ''}rental:${key}` },
    ...{ earned_at: daysAgo(days), payable_at: daysAgo(days - 7) },
    ...(kind === 'correction' && { note: 'Agreed', made_by: admin.id }),
  })
}

async function rented(title: string, status: 'pending' | 'confirmed' | 'delivered' | 'completed') {
  const item = await make.item({ closet, title, creditsPerDay: 2 })
  const { id } = await make.rental({ item, status, createdAt: daysAgo(30) })
  await db.updateTable('rentals').set({ cents_per_credit: 45 }).where('id', '=', id).execute()
  return id
}

await rented('Requested', 'pending')
await rented('Booked', 'confirmed')
await rented('Out', 'delivered')
const late = await rented('Late', 'delivered')
const notReviewed = await rented('Not reviewed', 'delivered')
await updateRows(db, 'rentals', late, { return_status: 'late', late_at: daysAgo(1) })
await updateRows(db, 'rentals', notReviewed, { return_status: 'returned', returned_at: daysAgo(1) })

const toSendBack = await rented('With a return request', 'completed')
await insertRows(db, 'return_requests', {
  ...{ rental_id: toSendBack, reason: 'does_not_fit', status: 'open' },
  ...{ asked_at: daysAgo(2), answer_due_at: daysAgo(-2) },
})

const renter = await make.shopper()
const depositId = await make.deposit(renter)
async function keep(rentalId: RentalId, cents: number, returned: number, isFinal: boolean) {
  const at = daysAgo(8)
  await db
    .updateTable('rentals')
    .set({ condition_status: 'deposit_kept', condition_reviewed_at: at })
    .set({ deposit_kept_amount: cents })
    .where('id', '=', rentalId)
    .execute()
  await insertRows(db, 'deposit_claims', {
    ...{ rental_id: rentalId, deposit_id: depositId, kept_cents: cents, decided_at: at },
    ...{ returned_cents: returned, final_at: isFinal ? at : null },
  })
}
const damaged = await rented('Damaged', 'completed')
await keep(damaged, 3500, 1500, true)
await earn('rental', 630, 8, damaged)
await earn('damage', 2000, 3, damaged)
const appealed = await rented('Appealed', 'completed')
await keep(appealed, 1100, 0, false)
await earn('rental', 630, 8, appealed)

const corrected = await rented('Review undone and redone', 'completed')
await earn('rental', 630, 40, corrected)
await earn('taken_back', -630, 12, corrected)
await earn('rental', 450, 11, corrected)
const old = await rented('Long ago', 'completed')
await earn('rental', 630, 200, old)
await earn('rental', 2800, 400, old)
await earn('correction', -375, 5, null)
await earn('correction', 1200, 45, old)

const EARNED = { '2026-11': 2705, '2026-10': 1830, '2026-05': 630 }
const YEAR = Object.values(EARNED).reduce((sum, cents) => sum + cents, 0)

const cents = (text: string | null = '') =>
  Math.round(Number((text ?? '').replaceAll(/[$,\s]/g, '').replace('−', '-')) * 100)
const get = (path: string) => site.get(path, { as: closet })

/** The lines of a CSV whose texts have neither quotes nor commas. */
async function csv(path: string) {
  const [head = '', ...lines] = (await get(path)).html.replace('\uFEFF', '').trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(names.map((name, n) => [name, values[n] ?? '']))
  })
}

/** Sums by month. */
function byMonth(lines: readonly Record<string, string>[], month: string, amount: string) {
  const sums: Record<string, number> = {}
  for (const line of lines) {
    const of = (line[month] ?? '').slice(0, 'YYYY-MM'.length)
    sums[of] = (sums[of] ?? 0) + cents(line[amount])
  }
  return sums
}

test('the earnings page, its items and its file earn the same in each month', async () => {
  const page = await get('/business/earnings?year=2026')
  expect(cents(page.$$('main dl dd')[0]?.textContent ?? '')).toBe(YEAR)
  const shown = page
    .$$('section[aria-labelledby=by-month] tbody tr')
    .map((row) => cents(row.querySelector('td:last-child')?.firstChild?.textContent ?? ''))
  expect(shown).toEqual(Object.values(EARNED))
  for (const [query, sum] of [['', YEAR], ...Object.entries(EARNED)] as const) {
    const of = await get(`/business/earnings?year=2026${query && `&month=${query}`}`)
    const items = of
      .$$('section[aria-labelledby=by-item] tbody tr')
      .map((row) => cents(row.querySelector('td:last-child')?.firstChild?.textContent ?? ''))
    expect([query, items.reduce((total, one) => total + one, 0)]).toEqual([query, sum])
  }
  const file = await csv('/business/earnings.csv?year=2026')
  expect(byMonth(file, 'Month', 'Earned (USD)')).toEqual(EARNED)
})

test('the file of payouts and analytics earn the same in each month', async () => {
  const file = await csv('/business/payouts.csv?year=2026')
  expect(byMonth(file, 'Earned on', 'Amount (USD)')).toEqual(EARNED)
  const figures = await get('/business/figures')
  const months = figures
    .$$('section[aria-label="Earnings by month"] tbody tr')
    .map((row) => cents(row.querySelector('td:last-child')?.textContent ?? ''))
  expect(months.filter((sum) => sum !== 0)).toEqual(Object.values(EARNED))
  expect(cents(figures.$$('main dl dd').at(-1)?.textContent ?? '')).toBe(YEAR)
})

test('what is owed to the closet is what it earned and was not paid', async () => {
  const all = YEAR + 2800
  const payouts = await get('/business/payouts')
  const [ready, pending] = payouts
    .$$('main dl[aria-label=Payouts] dd')
    .map(({ textContent }) => cents(textContent ?? ''))
  expect((ready ?? 0) + (pending ?? 0)).toBe(all)
  const owed = await site.get(`/admin/payouts?q=${encodeURIComponent(closet.fullName)}`, {
    as: admin,
  })
  expect(owed.text('main')).toContain(`$${(all / 100).toFixed(2)}`)
})

test('what is still running or under review is expected, and not earned', async () => {
  // Three rentals that are out or not reviewed, and one with a return request: 14 credits each.
  const page = await get('/business/earnings?year=2026')
  expect(page.text('main dl')).toContain('$36.20')
  expect(page.text('main')).toContain(
    'Expected, and not earned yet: $25.20 from 4 rentals once completed, and $11.00 kept from deposits',
  )
})

test('“Paid in 2026” is the sum of the file of what was paid in that year', async () => {
  await make.payoutAccount(closet, { at: daysAgo(20) })
  const transferId = newId()
  await insertRows(db, 'transfers', {
    ...{ id: transferId, owner_id: closet.id, amount_cents: 2800, status: 'made' },
    ...{
      stripe_transfer_id: `tr_${transferId}`,
      requested_at: daysAgo(9),
      finished_at: daysAgo(9),
    },
  })
  await updateRows(
    db,
    'earnings',
    { owner_id: closet.id, amount_cents: 2800 },
    { transfer_id: transferId },
  )
  const page = await get('/business/payouts')
  const [, , paidInYear] = page.$$('main dl[aria-label=Payouts] dd')
  expect(cents(paidInYear?.textContent)).toBe(2800)
  const paid = await csv('/business/payouts.csv?year=2026&by=paid')
  expect(byMonth(paid, 'Paid on', 'Amount (USD)')).toEqual({ '2026-11': 2800 })
})

test('this month, its summary and the first page of a closet have the same sums', async () => {
  const payouts = await get('/business/payouts')
  const month = payouts.$$('main dl[aria-label="This month"] dd').map((dd) => cents(dd.textContent))
  expect(month).toEqual([EARNED['2026-11'], 3620, 2800])
  expect((await get('/business')).text('main')).toContain('Earned in Nov 2026: $27.05')
  const summary = await get('/business/payouts/years/2026')
  const sums = summary.$$('main tfoot td').map((td) => cents(td.textContent))
  // Rentals, from rentals, deposits kept, adjustments, earned and paid.
  expect(sums.slice(1)).toEqual([2340, 2000, 825, YEAR, 2800])
  const file = await csv('/business/payouts.csv?year=2026&by=month')
  const total = file.at(-1) ?? {}
  expect(Object.values(total).slice(2).map(cents)).toEqual(sums.slice(1))
  expect(total.Rentals).toBe(summary.$('main tfoot td').textContent)
  const months = file.filter((line) => cents(line['Earned (USD)']) !== 0 && line !== total)
  expect(byMonth(months, 'Month', 'Earned (USD)')).toEqual(EARNED)
})

test('the statement of a payout lists what it pays, and is nobody else’s', async () => {
  const payouts = await get('/business/payouts')
  const link = payouts.$('main a[href^="/business/payouts/"]:not([href*=years])')
  expect(link.textContent).toBe('Payout of Nov 11, 2026')
  const path = link.getAttribute('href') ?? ''
  const statement = await get(path)
  expect(statement.text('h1')).toBe('Payout of Nov 11, 2026')
  expect(statement.text('main tbody')).toContain('Long ago')
  expect(cents(statement.$('main tfoot td').textContent)).toBe(2800)
  const year = await get('/business/payouts/years/2026')
  expect(year.$('section[aria-labelledby=payouts] a').getAttribute('href')).toBe(path)
  expect((await site.get(path, { as: await make.closet() })).status).toBe(404)
  for (const unknown of ['/business/payouts/1', `/business/payouts/${newId()}`])
    expect((await get(unknown)).status, unknown).toBe(404)
  for (const unknown of ['2027', '1999', '20'])
    expect((await get(`/business/payouts/years/${unknown}`)).status, unknown).toBe(404)
})

test('admins and the closet read the same day of the next payout', async () => {
  await make.correction(closet, { cents: 2500, at: daysAgo(30) })
  const payouts = await get('/business/payouts')
  const [, day = 'none'] =
    /(?:Next payout|paid on) (\w+ \d+, \d{4})/.exec(
      payouts.text('section[aria-labelledby=payout-state]'),
    ) ?? []
  expect((await site.get('/admin/payouts', { as: admin })).text('main')).toContain(day)
})

test('the files of both pages have names of their own', async () => {
  const nameOn = async (path: string) => (await get(path)).$('main a[href*=".csv"]').textContent
  expect(await nameOn('/business/payouts')).toBe('Each earning of 2026 (CSV)')
  expect(await nameOn('/business/earnings')).toBe('Earnings by month of 2026 (CSV)')
})
