import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { changeMany, describeChosen } from './change-many.ts'
import type { OwnItemFilter, OwnItemSort } from './own-item-filters.ts'
import { ownItems } from './own-item-list.ts'

const { db, made: things } = await testDatabase()
const closet = await things.closet()
const at = (day: number) => ({ created_at: new Date(Date.UTC(2026, 0, day)) })
await things.item({ closet, title: 'Amber', creditsPerDay: 3, ...at(1) })
await things.item({ closet, title: 'Blue', creditsPerDay: 1, paused: true, ...at(2) })
await things.item({ closet, title: 'Coral', approval_status: 'pending', ...at(3) })
await things.item({ closet, title: 'Denim', approval_status: 'denied', ...at(4) })
await things.item({
  closet,
  title: 'Hessian',
  approval_status: 'pending',
  image_id: null,
  ...at(2.5),
})
const rented = await things.item({ closet, title: 'Emerald', creditsPerDay: 5, ...at(5) })
await things.rental({ item: rented, status: 'confirmed' })
const lent = await things.item({ closet, title: 'Fern', ...at(6) })
await things.rental({ item: lent, status: 'completed' })
await things.rental({ item: lent, status: 'completed', start: '2026-01-01' })
const query = await things.item({ closet, title: 'Gold', ...at(7) })
await things.rental({ item: query, status: 'cancelled' })

const titles = async (filter: OwnItemFilter, sort: OwnItemSort = 'title', q = '') => {
  const { rows } = await ownItems(db, closet, { filter, sort, q, page: 1 })
  return rows.map(({ title }) => title)
}

test('each filter shows its items and their count', async () => {
  const expected: Record<OwnItemFilter, string[]> = {
    all: ['Amber', 'Blue', 'Coral', 'Denim', 'Emerald', 'Fern', 'Gold', 'Hessian'],
    available: ['Amber', 'Fern', 'Gold'],
    rented: ['Emerald'],
    paused: ['Blue'],
    'needs-photo': ['Hessian'],
    pending: ['Coral'],
    denied: ['Denim'],
    'never-rented': ['Amber', 'Blue', 'Coral', 'Denim', 'Emerald', 'Gold', 'Hessian'],
  }
  const { counts } = await ownItems(db, closet, { filter: 'all', sort: 'title', q: '', page: 1 })
  for (const filter of Object.keys(counts) as OwnItemFilter[]) {
    expect([filter, await titles(filter)]).toEqual([filter, expected[filter]])
    expect([filter, counts[filter]]).toEqual([filter, expected[filter].length])
  }
})

test('an item with advance booking is always available, and also rented while it is out', async () => {
  const owner = await things.closet()
  const item = await things.item({ closet: owner, advance_booking: true })
  await things.rental({ item, start: '2026-12-10' })
  const found = async () => {
    const query = { sort: 'newest', q: '', page: 1 } as const
    const { rows, counts } = await ownItems(db, owner, { ...query, filter: 'available' })
    return [rows[0]?.isOut, counts.available, counts.rented]
  }
  expect(await found()).toEqual([false, 1, 0])
  await things.rental({ item, start: '2026-11-10', status: 'delivered' })
  expect(await found()).toEqual([true, 1, 1])
})

test('items are sorted by the chosen order', async () => {
  expect(await titles('all', 'newest')).toEqual([
    'Gold',
    'Fern',
    'Emerald',
    'Denim',
    'Coral',
    'Hessian',
    'Blue',
    'Amber',
  ])
  expect((await titles('all', 'price-low')).slice(0, 2)).toEqual(['Blue', 'Coral'])
  expect((await titles('all', 'price-high')).slice(0, 2)).toEqual(['Emerald', 'Amber'])
  expect((await titles('all', 'most-rented')).slice(0, 3)).toEqual(['Fern', 'Amber', 'Blue'])
})

test('an item counts as rented once for each delivery, not for requests and bookings', async () => {
  const owner = await things.closet()
  const booked = await things.item({ closet: owner, title: 'Booked', advance_booking: true })
  await things.rental({ item: booked, status: 'pending', start: '2027-01-10' })
  await things.rental({ item: booked, status: 'confirmed', start: '2027-02-10' })
  const out = await things.item({ closet: owner, title: 'Out' })
  await things.rental({ item: out, status: 'completed', start: '2026-01-01' })
  await things.rental({ item: out, status: 'delivered' })
  const query = { q: '', filter: 'all', sort: 'most-rented', page: 1 } as const
  const { rows, counts } = await ownItems(db, owner, query)
  expect(rows.map(({ title, timesRented }) => [title, timesRented])).toEqual([
    ['Out', 2],
    ['Booked', 0],
  ])
  expect(counts['never-rented']).toBe(1)
})

test('a page number after the last shows the last page', async () => {
  const last = await ownItems(db, closet, { filter: 'all', sort: 'title', q: '', page: 9 })
  expect([last.page, last.pages, last.rows.length]).toEqual([1, 1, 8])
})

test('bulk changes pause and resume a closet’s own items, never those of another closet', async () => {
  const owner = await things.closet()
  const mine = await Promise.all([1, 2, 3].map(() => things.item({ closet: owner })))
  const [first, second] = mine
  const foreign = await things.item()
  if (!first || !second) throw new Error('three were made')
  const now = new Date()
  const rows = async () =>
    await readRows(db, 'clothing_items', 'paused', { business_id: owner.id }, 'id')
  const ids = [first.id, second.id, foreign.id]
  expect(await describeChosen(db, owner, { ids })).toMatchObject({ count: 2 })
  expect(await changeMany(db, owner, { ids }, { kind: 'pause' }, now)).toEqual({
    ok: true,
    value: { changed: 2, hasMore: false },
  })
  expect((await rows()).filter(({ paused }) => paused)).toHaveLength(2)
  const resumed = await changeMany(db, owner, { q: '', filter: 'paused' }, { kind: 'resume' }, now)
  expect(resumed.ok && resumed.value.changed).toBe(2)
  const { paused } = await readRow(db, 'clothing_items', 'paused', foreign.id)
  expect(paused).toBe(false)
})
