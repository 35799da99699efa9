import { expect, test } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import { queueDueOffers } from '#domain/booking/waitlist/waitlist.ts'
import { MAX_COUNTED, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { chosenItems } from './change-each.ts'
import { MAX_CHANGED } from './change-limits.ts'
import { changeMany, describeChosen } from './change-many.ts'
import { changePrices, MAX_PREVIEWED, previewPrices } from './change-prices.ts'
import { addHoliday } from './holidays.ts'
import { findItemsBySku } from './items-by-sku.ts'
import { type OwnItemSort, ownItemFilters, ownItemSorts } from './own-item-filters.ts'
import { ownItems } from './own-item-list.ts'
import { ownItemFigures } from './own-items.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)
const closet = await made.closet()

/** Adds items that can be rented, every tenth one denied; each is a minute older than the last. */
const add = (first: number, last: number, creditsPerDay: number) =>
  pool.query(`
    set session_replication_role = replica;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        approval_status, lister_in_good_standing, created_at, updated_at)
      select gen_random_uuid(), '${closet.id}', 'Gown ' || n, 'M', 'Formal', 'Party', ${creditsPerDay},
        case when n % 10 = 0 then 'denied' else 'approved' end, true,
        timestamptz '2026-06-01Z' - n * interval '1 minute', '2026-06-01Z'
      from generate_series(${first}, ${last}) n;
    set session_replication_role = origin`)

const shown = { q: '', filter: 'all', sort: 'newest', page: 1 } as const

test('1,000 items are counted in each tab, and in the figures', async () => {
  await add(1, MAX_COUNTED, 2)
  const { counts, pages, hasNext, rows } = await ownItems(db, closet, shown)
  expect(counts).toMatchObject({ all: 1000, available: 900, denied: 100, 'never-rented': 1000 })
  expect([pages, hasNext, rows.length]).toEqual([42, true, PAGE_SIZE])
  const last = await ownItems(db, closet, { ...shown, page: 99 })
  expect([last.page, last.hasNext, last.rows.length]).toEqual([42, false, 16])
  expect(await ownItemFigures(db, closet)).toEqual({
    total: 1000,
    available: 900,
    creditsPerWeek: 14,
  })
})

test('above 1,000 items, the tabs have no counts, and every page can still be opened', async () => {
  await add(MAX_COUNTED + 1, MAX_COUNTED + 1, 900)
  const { counts, pages, hasNext } = await ownItems(db, closet, shown)
  expect(counts).toMatchObject({ all: MAX_COUNTED + 1, available: null, denied: null })
  expect([pages, hasNext]).toEqual([null, true])
  const last = await ownItems(db, closet, { ...shown, page: 42 })
  expect([last.page, last.hasNext, last.rows.length]).toEqual([42, false, 17])
  const none = await ownItems(db, closet, { ...shown, page: 43 })
  expect([none.page, none.hasNext, none.rows[0]?.title]).toEqual([1, true, 'Gown 1'])
  const denied = await ownItems(db, closet, { ...shown, filter: 'denied', page: 5 })
  expect([denied.page, denied.pages, denied.hasNext, denied.rows.length]).toEqual([
    5,
    null,
    false,
    4,
  ])
  // A search with fewer results has counts.
  const found = await ownItems(db, closet, { ...shown, q: 'gown 99' })
  expect([found.counts.all, found.counts.denied, found.pages]).toEqual([11, 1, 1])
})

test('the figures are of all items, or of the newest ones if there are too many', async () => {
  const figuresOf = (max?: number) => ownItemFigures(db, closet, max)
  const all = { total: 1001, available: 901, creditsPerWeek: 20 }
  expect(await figuresOf()).toEqual(all)
  expect(await figuresOf(1001)).toEqual(all)
  const newest = { total: 1001, available: 900, creditsPerWeek: 14 }
  expect(await figuresOf(1000)).toEqual(newest)
  expect(await figuresOf(9)).toEqual({ total: 10, available: 9, creditsPerWeek: 14 })
})

test('searches, filters and sorting apply to the newest items', async () => {
  const titles = async (list: Partial<typeof shown> | object, max: number) => {
    const { rows, counts, hasNext } = await ownItems(db, closet, { ...shown, ...list }, max)
    return [rows.map(({ title }) => title).join(', '), hasNext, counts.all]
  }
  expect(await titles({ sort: 'title' }, 3)).toEqual(['Gown 1, Gown 2, Gown 3', false, 3])
  expect(await titles({ sort: 'price-low' }, 2)).toEqual(['Gown 1, Gown 2', false, 2])
  expect(await titles({ filter: 'denied' }, 20)).toEqual(['Gown 10, Gown 20', false, 20])
  expect(await titles({ filter: 'denied' }, 19)).toEqual(['Gown 10', false, 19])
  expect(await titles({ q: 'gown 30' }, 30)).toEqual(['Gown 30', false, 1])
  expect(await titles({ q: 'gown 30' }, 29)).toEqual(['', false, 0])
})

test('bulk changes of a whole list apply to the newest items, and single items can always be selected', async () => {
  const all = { q: '', filter: 'all' } as const
  const denied = { q: '', filter: 'denied' } as const
  expect((await describeChosen(db, closet, all, 15)).count).toBe(15)
  expect((await describeChosen(db, closet, denied, 30)).count).toBe(3)
  expect(await chosenItems(db, closet, denied, 20)).toMatchObject([
    { title: 'Gown 10' },
    { title: 'Gown 20' },
  ])
  const changed = await changeMany(db, closet, all, { kind: 'pause' }, new Date(), 12)
  expect(changed).toEqual({ ok: true, value: { changed: 12, hasMore: false } })
  const { rows } = await ownItems(db, closet, { ...shown, filter: 'paused' })
  expect([rows[0]?.title, rows.at(-1)?.title, rows.length]).toEqual(['Gown 1', 'Gown 12', 12])
  const { id } = (await chosenItems(db, closet, denied, 20))[1] ?? { id: '' }
  expect((await describeChosen(db, closet, { ids: [id] }, 1)).count).toBe(1)
})

test('the first page of a closet with many more items does not read all of them, in any order', async () => {
  await add(MAX_COUNTED + 2, 6 * MAX_COUNTED, 2)
  await vacuumFilled(pool)
  const paused = { q: '', filter: 'paused' } as const
  const list = (part: object) => (db: Db) =>
    ownItems(db, closet, { ...shown, ...part }, MAX_COUNTED)
  const reads: readonly ((db: Db) => Promise<unknown>)[] = [
    (db) => ownItems(db, closet, shown),
    (db) => ownItemFigures(db, closet, MAX_COUNTED),
    ...ownItemSorts.map((sort) => list({ sort })),
    ...ownItemFilters.map((filter) => list({ filter })),
    list({ q: 'gown 99' }),
    list({ q: 'no such words', sort: 'title', page: 9 }),
    (db) => describeChosen(db, closet, paused, MAX_COUNTED),
    (db) => chosenItems(db, closet, paused, MAX_COUNTED),
  ]
  for (const read of reads)
    expect(await maxRowsHandled(database, read)).toBeLessThan(2 * MAX_COUNTED)
})

test('without a search, a filter or a sort all items are listed, the newest first', async () => {
  const firstOn = async (page: number, sort: OwnItemSort) => {
    const { rows, ...list } = await ownItems(db, closet, { ...shown, sort, page }, MAX_COUNTED + 1)
    return [list.page, rows[0]?.title]
  }
  expect(await firstOn(200, 'newest')).toEqual([200, 'Gown 4777'])
  expect(await firstOn(42, 'title')).toEqual([42, 'Gown 984'])
  expect(await firstOn(43, 'title')).toEqual([1, 'Gown 1'])
})

test('an import looks up the items that it names by SKU or id without reading the others', async () => {
  const { rows } = await ownItems(db, closet, shown)
  const name = `item-${rows[0]?.id.slice(-12)}`
  const read = (db: Db) => findItemsBySku(db, closet, ['G-1', 'item-1', name])
  expect([...(await read(db)).keys()]).toEqual([name])
  expect(await maxRowsHandled(database, read)).toBeLessThan(10)
})

test('a holiday is added and removed without reading the items that nobody waits for', async () => {
  const { rows } = await ownItems(db, closet, shown)
  const [item, wanted] = rows
  if (!item || !wanted) throw new Error('there are many')
  const days = { start: addDays(today, 10), end: addDays(today, 20) }
  await made.entry({ item: wanted, ...days })
  await made.offer({ item, ...days })
  await vacuumFilled(pool)
  const makeDue = (db: Db) =>
    inTransaction(db, (tx) => queueDueOffers(tx, { ownerId: closet.id, days }, now))
  expect(await maxRowsHandled(database, makeDue)).toBeLessThan(10)
  const add = (db: Db) => addHoliday(db, closet, days, now, today)
  expect(await add(db)).toMatchObject({ problem: { reason: 'dates-offered' } })
  expect(await maxRowsHandled(database, add)).toBeLessThan(10)
})

test('a change of too many items reports that there are more, and repeating it changes the rest', async () => {
  const all = { q: '', filter: 'all' } as const
  const change = { kind: 'lending', advanceBooking: true, turnaroundDays: 3 } as const
  const again = async () => (await changeMany(db, closet, all, change, now)).value
  expect(await again()).toEqual({ changed: MAX_CHANGED, hasMore: true })
  expect(await again()).toEqual({ changed: 6 * MAX_COUNTED - MAX_CHANGED, hasMore: false })
  expect(await again()).toEqual({ changed: 0, hasMore: false })
})

test('prices of too many items are set in steps, but never raised twice', async () => {
  const all = { q: '', filter: 'all' } as const
  const total = 6 * MAX_COUNTED
  const raise = { by: 'raise-percent', amount: 50 } as const
  expect(await previewPrices(db, closet, all, raise)).toMatchObject({
    problem: { reason: 'too-many' },
  })
  expect(await changePrices(db, closet, all, { ...raise, seen: '' }, now)).toMatchObject({
    problem: { reason: 'too-many' },
  })
  const set = { by: 'set', amount: 210 } as const
  const again = async () => {
    const preview = await previewPrices(db, closet, all, set)
    if (!preview.ok) return preview
    expect(preview.value.items.length).toBeLessThanOrEqual(MAX_PREVIEWED)
    return await changePrices(db, closet, all, { ...set, seen: preview.value.seen }, now)
  }
  expect(await again()).toMatchObject({ value: { changed: MAX_CHANGED, hasMore: true } })
  expect(await again()).toMatchObject({ value: { changed: total - MAX_CHANGED, hasMore: false } })
  expect(await again()).toMatchObject({ value: { changed: 0, hasMore: false } })
})
