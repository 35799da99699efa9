import { expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import {
  allEarnings,
  earningsByItem,
  firstSummedMonth,
  firstYearOfEarnings,
  monthlyEarnings,
} from './earnings.ts'

const NEW_YORK = 'America/New_York'

type Delivery = {
  readonly item: Awaited<ReturnType<ReturnType<typeof make>['item']>>
  readonly at: string
  readonly centsPerCredit?: number
  /** Credits that an accepted return request restores; null for a refused request. */
  readonly back?: number | null
  readonly withheld?: { readonly at: string; readonly cents: number; readonly returned?: number }
}

/** Inserts deliveries and the later decisions about them as rows. */
async function closets() {
  const { db } = await testDatabase({ violatesInvariants: true })
  const made = make(db)
  const renter = await made.shopper()
  const deposit = await made.deposit(renter)
  async function deliver({ item, at, centsPerCredit = 45, back, withheld }: Delivery) {
    const when = new Date(at)
    const { id } = await made.rental({ item, renter, status: 'completed', createdAt: when })
    await db
      .updateTable('rentals')
      .set({
        cents_per_credit: centsPerCredit,
        ...(withheld && {
          condition_status: 'deposit_kept' as const,
          condition_reviewed_at: new Date(withheld.at),
          deposit_kept_amount: withheld.cents,
        }),
      })
      .where('id', '=', id)
      .execute()
    if (back !== undefined)
      await db
        .insertInto('return_requests')
        .values({
          rental_id: id,
          reason: 'does_not_fit',
          status: back === null ? 'refused' : 'accepted',
          asked_at: when,
          answer_due_at: when,
          decided_at: when,
          credits_back: back ?? 0,
          ...(back === null && {
            ...{ answered_at: when, answered_by: item.business_id },
            ...{ answer: 'It was worn.', reasons: 'It was worn.' },
          }),
        })
        .execute()
    if (withheld)
      await db
        .insertInto('deposit_claims')
        .values({
          rental_id: id,
          deposit_id: deposit,
          kept_cents: withheld.cents,
          // After an appeal; the month stays that of the review.
          returned_cents: withheld.returned ?? 0,
          decided_at: when,
          final_at: when,
        })
        .execute()
  }
  const months = async (closet: ClosetOwner, year: number, timeZone = NEW_YORK) =>
    (await monthlyEarnings(db, closet, { year, timeZone, from: null })).map(
      ({ month, rentals, credits, cents, withheldCents }) => [
        ...[month, rentals, credits, cents, withheldCents],
      ],
    )
  return { db, made, deliver, months }
}

test('credits count in the month of delivery in the shop’s time zone, except those that are restored', async () => {
  const { db, made, deliver, months } = await closets()
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2 })
  await deliver({ item, at: '2026-01-01T04:59:59.999Z' })
  await deliver({ item, at: '2026-01-01T05:00:00Z', back: 10 })
  await deliver({ item, at: '2026-04-01T03:59:59.999Z', back: 14 })
  await deliver({ item, at: '2026-04-01T04:00:00Z', back: null, centsPerCredit: 30 })
  await deliver({ item, at: '2027-01-01T04:59:59.999Z' })
  await deliver({ item, at: '2027-01-01T05:00:00Z' })
  await deliver({ item: await made.item({ creditsPerDay: 2 }), at: '2026-04-02T00:00:00Z' })
  expect(await months(closet, 2026)).toEqual([
    ['2026-12', 1, 14, 630, 0],
    ['2026-04', 1, 14, 420, 0],
    ['2026-03', 1, 0, 0, 0],
    ['2026-01', 1, 4, 180, 0],
  ])
  expect(await months(closet, 2025)).toEqual([['2025-12', 1, 14, 630, 0]])
  expect(await months(closet, 2026, 'UTC')).toEqual([
    ['2026-04', 2, 14, 420, 0],
    ['2026-01', 2, 18, 810, 0],
  ])
  expect(await firstYearOfEarnings(db, closet, NEW_YORK)).toBe(2025)
  expect(await firstYearOfEarnings(db, closet, 'UTC')).toBe(2026)
  expect(await firstYearOfEarnings(db, await made.closet(), NEW_YORK)).toBeNull()
})

test('a withheld amount counts in the month of its review, less what an appeal returned', async () => {
  const { db, made, deliver, months } = await closets()
  const closet = await made.closet()
  const one = await made.item({ closet, title: 'A' })
  const two = await made.item({ closet, title: 'B' })
  const withhold = (item: typeof one, at: string, cents: number, returned = 0) =>
    deliver({ item, at: '2026-10-20T12:00:00Z', withheld: { at, cents, returned } })
  await withhold(one, '2026-11-01T03:59:59Z', 1000)
  await withhold(one, '2026-11-01T04:00:00Z', 2000, 500)
  await withhold(two, '2026-11-30T12:00:00Z', 700, 700)
  await withhold(two, '2027-01-01T05:00:00Z', 40)
  expect(await months(closet, 2026)).toEqual([
    ['2026-11', 0, 0, 0, 1500],
    ['2026-10', 4, 56, 2520, 1000],
  ])
  expect(await months(closet, 2027)).toEqual([['2027-01', 0, 0, 0, 40]])
  const ofItems = async (month: string | null) => {
    const input = { year: 2026, timeZone: NEW_YORK, from: null, month, page: 1 }
    const { rows } = await earningsByItem(db, closet, input)
    return rows.map(({ itemId, rentals, withheldCents }) => [itemId, rentals, withheldCents])
  }
  const first = (await ofItems(null)).toSorted(([, , a], [, , b]) => Number(b) - Number(a))
  expect(first).toEqual([
    [one.id, 2, 2500],
    [two.id, 2, 0],
  ])
  expect(await ofItems('2026-11')).toEqual([
    [one.id, 0, 1500],
    [two.id, 0, 0],
  ])
})

test('months, items and the export have the same sums as a recount of every rental', async () => {
  const { db, made, deliver } = await closets()
  const closet = await made.closet()
  const items = await Promise.all([1, 2, 3, 5].map((n) => made.item({ closet, creditsPerDay: n })))
  const timeZone = 'Pacific/Auckland'
  const monthOf = (at: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
      .format(new Date(at))
      .slice(0, 'YYYY-MM'.length)
  const expected = new Map<string, readonly [number, number, number, number]>()
  const count = (at: string, of: string, more: readonly [number, number, number, number]) => {
    const key = `${monthOf(at)} ${of}`
    const [a, b, c, d] = expected.get(key) ?? [0, 0, 0, 0]
    if (key.startsWith('2028'))
      expected.set(key, [a + more[0], b + more[1], c + more[2], d + more[3]])
  }
  for (let n = 0; n < 40; n += 1) {
    const item = items[(n * 7) % items.length]
    if (!item) throw new Error('there is no such item')
    const day = (days: number) =>
      new Date(Date.UTC(2027, 11, 20) + days * 86_400_000 + n * 3_600_000).toISOString()
    const [at, reviewed] = [day((n * 41) % 390), day(((n * 41) % 390) + 20)]
    const back = n % 5 === 0 ? item.credits_per_day * 5 : n % 7 === 0 ? null : undefined
    const withheld = { at: reviewed, cents: 100 + n, returned: n % 2 === 0 ? n : 0 }
    await deliver({
      ...{ item, at, centsPerCredit: 40 + n },
      ...(back !== undefined && { back }),
      ...(n % 3 === 0 && { withheld }),
    })
    const credits = item.credits_per_day * 7 - (back ?? 0)
    count(at, item.id, [1, credits, credits * (40 + n), 0])
    if (n % 3 === 0) count(reviewed, item.id, [0, 0, 0, withheld.cents - withheld.returned])
  }
  const found = new Map<string, readonly number[]>()
  let lines = 0
  for await (const rows of allEarnings(db, closet, { year: 2028, timeZone }, 2)) {
    expect(rows.length).toBeLessThanOrEqual(2)
    lines += rows.length
    for (const { month, itemId, rentals, credits, cents, withheldCents } of rows)
      found.set(`${month} ${itemId}`, [rentals, credits, cents, withheldCents])
  }
  expect(found).toEqual(expected)
  expect(lines).toBe(expected.size)
  expect(new Set([...expected.keys()].map((key) => key.slice(0, 7))).size).toBeGreaterThan(10)
  const sums = (isIn: (key: string) => boolean) =>
    [...expected]
      .filter(([key]) => isIn(key))
      .reduce((sum, [, row]) => sum.map((of, n) => of + (row[n] ?? 0)), [0, 0, 0, 0])
  const period = { year: 2028, timeZone, from: null }
  for (const row of await monthlyEarnings(db, closet, period)) {
    const { month, rentals, credits, cents, withheldCents } = row
    expect([month, rentals, credits, cents, withheldCents]).toEqual([
      ...[month, ...sums((key) => key.startsWith(month))],
    ])
    for (const one of (await earningsByItem(db, closet, { ...period, month, page: 1 })).rows)
      expect([one.rentals, one.credits, one.cents, one.withheldCents]).toEqual(
        sums((key) => key === `${month} ${one.itemId}`),
      )
  }
  const year = await earningsByItem(db, closet, { ...period, month: null, page: 1 })
  for (const one of year.rows)
    expect([one.rentals, one.credits, one.cents, one.withheldCents]).toEqual(
      sums((key) => key.endsWith(one.itemId)),
    )
})

test('all items are listed page by page, the highest first, and retired ones if they earned something', async () => {
  const { db, made, deliver } = await closets()
  const closet = await made.closet()
  const at = '2026-05-05T12:00:00Z'
  const read = (page: number, month: string | null = null, max?: number) =>
    earningsByItem(db, closet, { year: 2026, timeZone: 'UTC', from: null, month, page }, max)
  expect(await read(3)).toEqual({ rows: [], page: 1, pages: 1, hasMore: false })
  for (let n = 10; n < 59; n += 1) await made.item({ closet, title: `Piece ${n}` })
  const retired = { closet, available: false, deleted_at: new Date(at) }
  await made.item({ ...retired, title: 'Retired' })
  await deliver({ item: await made.item({ ...retired, title: 'Retired, rented' }), at })
  expect(await read(2)).toMatchObject({ page: 1, pages: 1 })
  await deliver({ item: await made.item({ closet, title: 'zebra', creditsPerDay: 3 }), at })
  const [first, last] = [await read(1), await read(99)]
  expect([first.page, first.pages, last.page, last.pages]).toEqual([1, 2, 2, 2])
  expect(first.rows.slice(0, 3).map(({ title, credits }) => [title, credits])).toEqual([
    ['zebra', 21],
    ['Retired, rented', 14],
    ['Piece 10', 0],
  ])
  expect(first.rows).toHaveLength(50)
  expect(last.rows.map(({ title }) => title)).toEqual(['Piece 58'])
  expect(await read(-1)).toEqual(first)
  expect((await read(1, '2026-06')).rows.map(({ title }) => title)[0]).toBe('Piece 10')
  // A large closet lists the items that earned something and the newest ones; 50 are not retired.
  expect(await read(1, null, 50)).toEqual(first)
  const newest = await read(1, null, 3)
  expect(newest.rows.map(({ title }) => title)).toEqual([
    ...['zebra', 'Retired, rented', 'Piece 57', 'Piece 58'],
  ])
  expect([newest.pages, newest.hasMore]).toEqual([1, true])
})

test('only the months that are complete within the newest rentals of a year are added up', async () => {
  const { db, made, deliver } = await closets()
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 1 })
  const withheld = { at: '2026-07-31T12:00:00Z', cents: 900 }
  await deliver({ item, at: '2026-04-30T12:00:00Z', withheld })
  await deliver({ item, at: '2026-06-01T03:59:59Z' })
  await deliver({ item, at: '2026-06-01T04:00:00Z' })
  await deliver({ item, at: '2026-12-31T12:00:00Z', withheld: { ...withheld, cents: 50 } })
  await deliver({ item, at: '2027-01-05T12:00:00Z' })
  const year = { year: 2026, timeZone: NEW_YORK }
  const first = (max: number) => firstSummedMonth(db, closet, year, max)
  expect([await first(4), await first(3), await first(2)]).toEqual([null, '2026-05', '2026-06'])
  // Decisions about deposits are counted separately.
  expect([await first(1), await first(0)]).toEqual(['2026-08', '2027-01'])
  const added = async (from: string | null) => {
    const period = { ...year, from }
    const months = await monthlyEarnings(db, closet, period)
    const { rows } = await earningsByItem(db, closet, { ...period, month: null, page: 1 })
    return [months.map(({ month }) => month), rows[0]?.rentals, rows[0]?.withheldCents]
  }
  expect(await added(null)).toEqual([
    ['2026-12', '2026-07', '2026-06', '2026-05', '2026-04'],
    4,
    950,
  ])
  expect(await added('2026-06')).toEqual([['2026-12', '2026-07', '2026-06'], 2, 950])
  expect(await added('2026-08')).toEqual([['2026-12'], 1, 0])
  expect(await added('2027-01')).toEqual([[], 0, 0])
})
