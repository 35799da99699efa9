import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { changePrices, previewPrices, UNDO_PRICES_FOR_MS, undoPrices } from './change-prices.ts'
import type { PriceChange } from './price-change.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const all = { q: '', filter: 'all' } as const
const raise: PriceChange = { by: 'raise-percent', amount: 10 }

async function closetWith(...creditsPerDay: readonly number[]) {
  const owner = await made.closet()
  const ids: ItemId[] = []
  for (const [n, price] of creditsPerDay.entries())
    ids.push((await made.item({ closet: owner, title: `Dress ${n}`, creditsPerDay: price })).id)
  const prices = async () => {
    const rows = await readRows(db, 'clothing_items', ['id', 'credits_per_day'], {
      business_id: owner.id,
    })
    return ids.map((id) => rows.find((row) => row.id === id)?.credits_per_day)
  }
  return { owner, ids, prices }
}

type Owner = Awaited<ReturnType<typeof closetWith>>['owner']

async function seenBy(owner: Owner, change: PriceChange) {
  const preview = await previewPrices(db, owner, all, change)
  if (!preview.ok) throw new Error(preview.problem.reason)
  return preview.value
}

async function change(owner: Owner, wanted: PriceChange) {
  const { seen } = await seenBy(owner, wanted)
  return await changePrices(db, owner, all, { ...wanted, seen }, now)
}

test('the preview shows the old and new price of each item, as they are stored afterwards', async () => {
  const { owner, prices } = await closetWith(2, 10, 0)
  await closetWith(7)
  const { items, changed, unchanged } = await seenBy(owner, raise)
  expect(items.map(({ title, before, after }) => [title, before, after])).toEqual([
    ['Dress 0', 14, 21],
    ['Dress 1', 70, 77],
  ])
  expect([changed, unchanged]).toEqual([2, 1])
  expect(await change(owner, raise)).toEqual({ ok: true, value: { changed: 2, hasMore: false } })
  expect(await prices()).toEqual([3, 11, 0])
})

test('prices that changed since the preview are not changed again', async () => {
  const { owner, prices } = await closetWith(2, 10)
  const { seen } = await seenBy(owner, raise)
  const twice = await Promise.all(
    [0, 1].map(() => changePrices(db, owner, all, { ...raise, seen }, now)),
  )
  expect(twice.map((outcome) => (outcome.ok ? 'changed' : outcome.problem.reason)).sort()).toEqual([
    'changed',
    'prices-changed',
  ])
  expect(await prices()).toEqual([3, 11])
  const before = await seenBy(owner, raise)
  await made.item({ closet: owner, creditsPerDay: 4 })
  expect(await changePrices(db, owner, all, { ...raise, seen: before.seen }, now)).toMatchObject({
    problem: { reason: 'prices-changed' },
  })
})

test('undoing restores the old prices, except of items that changed since', async () => {
  const { owner, ids, prices } = await closetWith(2, 10, 5)
  await change(owner, { by: 'set', amount: 28 })
  expect(await prices()).toEqual([4, 4, 4])
  const [first] = ids
  if (!first) throw new Error('one was made')
  const seen = { by: 'set', amount: 63 } as const
  const preview = await previewPrices(db, owner, { ids: [first] }, seen)
  await changePrices(
    db,
    owner,
    { ids: [first] },
    { ...seen, seen: preview.ok ? preview.value.seen : '' },
    later(1000),
  )
  const foreign = await made.closet()
  expect(await undoPrices(db, foreign, now, later(2000))).toEqual({ restored: 0, changedSince: 0 })
  expect(await undoPrices(db, owner, now, later(2000))).toEqual({ restored: 2, changedSince: 1 })
  expect(await prices()).toEqual([9, 10, 5])
  expect(await undoPrices(db, owner, now, later(3000))).toEqual({ restored: 0, changedSince: 3 })
  expect(await prices()).toEqual([9, 10, 5])
})

test('a change can be undone for an hour', async () => {
  const { owner, prices } = await closetWith(2)
  await change(owner, { by: 'raise-credits', amount: 7 })
  const none = { restored: 0, changedSince: 0 }
  expect(await undoPrices(db, owner, now, later(UNDO_PRICES_FOR_MS + 1))).toEqual(none)
  expect(await undoPrices(db, owner, later(1), now)).toEqual(none)
  expect(await prices()).toEqual([3])
  expect(await undoPrices(db, owner, now, later(UNDO_PRICES_FOR_MS))).toEqual({
    ...{ restored: 1, changedSince: 0 },
  })
  expect(await prices()).toEqual([2])
})
