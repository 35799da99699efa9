import { expect, test } from 'vitest'
import type { EarningKind } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { monthsOfYear } from './earning-months.ts'
import {
  allEarnings,
  earningsByItem,
  firstSummedMonth,
  firstYearOfEarnings,
  monthlyEarnings,
} from './earnings.ts'

const NEW_YORK = 'America/New_York'

/** A closet whose earnings are inserted as rows; a rental earns 45 cents a credit. */
async function world() {
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const closet = await made.closet()
  const admin = await made.admin()
  const rentalOf = async (item: Awaited<ReturnType<typeof made.item>>) => {
    const { id } = await made.rental({ item, status: 'completed' })
    await db.updateTable('rentals').set({ cents_per_credit: 45 }).where('id', '=', id).execute()
    return id
  }
  const earn = async (
    kind: EarningKind,
    cents: number,
    at: string,
    rentalId: RentalId | null = null,
    key: string = newId(),
  ) => {
    const earned = { earned_at: new Date(at), payable_at: new Date(at) }
    await insertRows(db, 'earnings', {
      ...{ id: newId(), owner_id: closet.id, kind, rental_id: rentalId, source_key: key },
      ...{ ...earned, amount_cents: cents },
      ...(kind === 'correction' && { note: 'Agreed', made_by: admin.id }),
    })
  }
  return { db, made, closet, rentalOf, earn }
}

test('earnings are summed by kind, in the months of the shop’s time zone', async () => {
  const { db, made, closet, rentalOf, earn } = await world()
  const rental = await rentalOf(await made.item({ closet }))
  await earn('rental', 1260, '2026-10-05T12:00:00Z', rental, 'rental:a')
  await earn('taken_back', -1260, '2026-10-06T12:00:00Z', rental, 'taken-back:rental:a')
  await earn('rental', 900, '2026-11-01T03:59:59Z', rental)
  await earn('damage', 2000, '2026-11-01T04:00:00Z', rental)
  await earn('correction', -300, '2026-12-31T12:00:00Z')
  await earn('rental', 5000, '2027-01-01T05:00:00Z', rental)
  const months = await monthlyEarnings(db, closet, monthsOfYear(2026, NEW_YORK))
  const none = { rentals: 0, credits: 0, rentalCents: 0, damageCents: 0, correctionCents: 0 }
  expect(months).toEqual([
    { ...none, month: '2026-12', correctionCents: -300, cents: -300 },
    { ...none, month: '2026-11', damageCents: 2000, cents: 2000 },
    { ...none, month: '2026-10', rentals: 1, credits: 20, rentalCents: 900, cents: 900 },
  ])
  expect(await firstYearOfEarnings(db, closet, NEW_YORK)).toBe(2026)
  expect(await firstYearOfEarnings(db, await made.closet(), NEW_YORK)).toBeNull()
})

test('only the months that are complete within the newest earnings are added up', async () => {
  const { db, closet, earn } = await world()
  for (const at of ['2026-04-30T12', '2026-06-01T03', '2026-06-01T12', '2026-12-31T12'])
    await earn('correction', 100, `${at}:00:00Z`)
  const first = (max: number) => firstSummedMonth(db, closet, monthsOfYear(2026, NEW_YORK), max)
  expect([await first(4), await first(3), await first(2)]).toEqual([null, '2026-05', '2026-06'])
  expect([await first(1), await first(0)]).toEqual(['2026-07', '2027-01'])
  expect(
    await monthlyEarnings(db, closet, { ...monthsOfYear(2026, NEW_YORK), since: '2027-01' }),
  ).toEqual([])
})

test('months, items and the file have the same sums as a recount of every earning', async () => {
  const { db, made, closet, rentalOf, earn } = await world()
  const timeZone = 'Pacific/Auckland'
  const items = await Promise.all(['A', 'B', 'B'].map((title) => made.item({ closet, title })))
  const rentals = await Promise.all(items.map(rentalOf))
  const monthOf = (at: string) =>
    // Summer time ends there on April 2.
    new Date(Date.parse(at) + (at < '2028-04-01T14' || at >= '2028-09-23T14' ? 13 : 12) * 3_600_000)
      .toISOString()
      .slice(0, 'YYYY-MM'.length)
  const expected = new Map<string, number>()
  const kinds = ['rental', 'damage', 'taken_back', 'correction', 'correction'] as const
  for (let n = 0; n < 60; n += 1) {
    const at = new Date(Date.UTC(2027, 11, 20) + ((n * 41) % 390) * 86_400_000).toISOString()
    const kind = kinds[n % 5] ?? 'rental'
    const of = n % 5 === 4 ? undefined : n % items.length
    const cents = kind === 'taken_back' ? -45 * n - 45 : 45 * n + 45
    await earn(kind, cents, at, of === undefined ? null : (rentals[of] ?? null))
    const key = `${monthOf(at)} ${of === undefined ? null : items[of]?.id}`
    if (key.startsWith('2028')) expected.set(key, (expected.get(key) ?? 0) + cents)
  }
  const period = monthsOfYear(2028, timeZone)
  const found = new Map<string, number>()
  for await (const rows of allEarnings(db, closet, period, 2)) {
    expect(rows.length).toBeLessThanOrEqual(2)
    for (const { month, itemId, cents } of rows) {
      expect(found.has(`${month} ${itemId}`)).toBe(false)
      found.set(`${month} ${itemId}`, cents)
    }
  }
  expect(found).toEqual(expected)
  const sum = (isIn: (key: string) => boolean) =>
    [...expected].reduce((total, [key, cents]) => total + (isIn(key) ? cents : 0), 0)
  const months = await monthlyEarnings(db, closet, period)
  expect(months.length).toBeGreaterThan(10)
  for (const { month, cents } of months) {
    expect([month, cents]).toEqual([month, sum((key) => key.startsWith(month))])
    const of = { since: month, until: month, timeZone, page: 1 }
    for (const row of (await earningsByItem(db, closet, of)).rows)
      expect(row.cents).toBe(sum((key) => key === `${month} ${row.itemId}`))
  }
  for (const row of (await earningsByItem(db, closet, { ...period, page: 1 })).rows)
    expect(row.cents).toBe(sum((key) => key.endsWith(String(row.itemId))))
})

test('what a rental earned counts with its item and credits however long ago it was delivered', async () => {
  const { db, made, closet, rentalOf, earn } = await world()
  for (const [title, delivered] of [
    ['Late', '2026-01-05T12:00:00Z'],
    ['Usual', '2026-10-20T12:00:00Z'],
  ] as const) {
    const rental = await rentalOf(await made.item({ closet, title }))
    const delivered_at = new Date(delivered)
    await db.updateTable('rentals').set({ delivered_at }).where('id', '=', rental).execute()
    await earn('rental', 630, '2026-11-02T12:00:00Z', rental)
  }
  const november = { since: '2026-11', until: '2026-11', timeZone: 'UTC' }
  expect(await monthlyEarnings(db, closet, november)).toMatchObject([
    { rentals: 2, credits: 28, cents: 1260 },
  ])
  const rows = []
  for await (const batch of allEarnings(db, closet, november)) rows.push(...batch)
  expect(rows).toMatchObject([
    { title: 'Late', credits: 14, cents: 630 },
    { title: 'Usual', credits: 14, cents: 630 },
  ])
})

test('all items are listed page by page with their price, and retired ones if they earned something', async () => {
  const { db, made, closet, rentalOf, earn } = await world()
  const at = '2026-05-05T12:00:00Z'
  const read = (page: number, months = monthsOfYear(2026, 'UTC'), max?: number) =>
    earningsByItem(db, closet, { ...months, page }, max)
  expect(await read(3)).toEqual({ rows: [], page: 1, pages: 1, hasMore: false })
  for (let n = 10; n < 59; n += 1) await made.item({ closet, title: `Piece ${n}` })
  const retired = { closet, available: false, deleted_at: new Date(at) }
  await made.item({ ...retired, title: 'Retired' })
  await earn('rental', 630, at, await rentalOf(await made.item({ ...retired, title: 'Old' })))
  await earn('rental', 900, at, await rentalOf(await made.item({ closet, title: 'zebra' })))
  const [first, last] = [await read(1), await read(99)]
  expect([first.page, first.pages, last.page, last.pages]).toEqual([1, 2, 2, 2])
  expect(
    first.rows
      .slice(0, 3)
      .map(({ title, cents, creditsPerWeek }) => [title, cents, creditsPerWeek]),
  ).toEqual([
    ['zebra', 900, 14],
    ['Old', 630, null],
    ['Piece 10', 0, 14],
  ])
  expect(first.rows).toHaveLength(50)
  expect(last.rows.map(({ title }) => title)).toEqual(['Piece 58'])
  expect(await read(-1)).toEqual(first)
  const june = { since: '2026-06', until: '2026-06', timeZone: 'UTC' }
  expect((await read(1, june)).rows[0]?.title).toBe('Piece 10')
  const newest = await read(1, monthsOfYear(2026, 'UTC'), 3)
  expect(newest.rows.map(({ title }) => title)).toEqual([
    ...['zebra', 'Old', 'Piece 57', 'Piece 58'],
  ])
  expect([newest.pages, newest.hasMore]).toEqual([1, true])
})
